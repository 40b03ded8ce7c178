// Sends a document without leaving the page, so that it can say how it goes. The result becomes a download; a refusal is
// put into the form, which stays as it was filled in.
import { refresh } from "./answers.js";
import { leadsAway } from "./signing-in.js";

const HEADERS = { "HX-Request": "true", "HX-Request-Type": "partial" };

export function convertInPlace() {
	for (const form of document.querySelectorAll("form[data-convert]")) {
		form.addEventListener("submit", (event) => {
			event.preventDefault();
			if (form.ariaBusy !== "true") void send(form);
		});
	}
}

async function send(form) {
	const { converting, lost } = form.dataset;
	const button = form.querySelector("[type=submit]");
	form.ariaBusy = "true";
	button.setAttribute("aria-disabled", "true");
	say(form, converting);
	try {
		await take(
			form,
			await fetch(form.action, { method: "POST", headers: HEADERS, body: new FormData(form) }),
		);
	} catch {
		say(form, lost, "part-error");
	}
	form.ariaBusy = "false";
	button.removeAttribute("aria-disabled");
	refresh();
}

async function take(form, response) {
	if (leadsAway(response)) return;
	const name = nameOf(response);
	if (name === undefined) {
		const answer = new DOMParser().parseFromString(await response.text(), "text/html");
		form.querySelector("[role=status]").replaceChildren(...answer.body.childNodes);
		return;
	}
	download(await response.blob(), name);
	const { done, warned } = form.dataset;
	const warning = response.headers.get("X-Notice");
	say(
		form,
		`${done.replace("{name}", () => name)}${warning === null ? "" : ` ${warned} ${decodeURIComponent(warning)}`}`,
		"notice",
	);
}

/** The name of a file to keep; undefined when the answer is none. */
function nameOf(response) {
	const encoded = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
	return encoded === undefined ? undefined : decodeURIComponent(encoded);
}

function download(blob, name) {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(blob);
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function say(form, text, kind = "quiet") {
	const paragraph = document.createElement("p");
	paragraph.className = kind;
	paragraph.textContent = text;
	form.querySelector("[role=status]").replaceChildren(paragraph);
}
