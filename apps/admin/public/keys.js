// Single keys. They rest while one types, with a modifier, in a dialog, and when they were switched off.
const SEQUENCE_MS = 1_200;
const FIELDS = "input, textarea, select, [contenteditable]";

export function listenForKeys() {
	for (const hint of document.querySelectorAll("[data-show-keys]")) {
		hint.hidden = false;
		hint.addEventListener("click", showKeys);
	}
	let pending = "";
	let pendingUntil = 0;
	document.addEventListener("keydown", (event) => {
		if (rests(event)) return;
		const sequence = pending !== "" && event.timeStamp < pendingUntil ? `${pending} ${event.key}` : event.key;
		pending = event.key === "g" ? "g" : "";
		pendingUntil = event.timeStamp + SEQUENCE_MS;
		if (act(sequence)) event.preventDefault();
	});
}

function rests(event) {
	if (document.documentElement.dataset.keys === "off") return true;
	if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
		return true;
	return event.target.matches?.(FIELDS) || document.querySelector("dialog[open]") !== null;
}

function act(sequence) {
	if (sequence === "?") return showKeys();
	if (sequence === "/") return focusFilter();
	if (sequence === "n") return jump(1);
	if (sequence === "p") return jump(-1);
	return visit(sequence);
}

function showKeys() {
	document.getElementById("keys").showModal();
	return true;
}

function focusFilter() {
	const filter = document.querySelector("[data-filter]");
	filter?.select();
	return filter !== null;
}

function visit(sequence) {
	const link = [...document.querySelectorAll("[data-key]")].find(({ dataset }) => dataset.key === sequence);
	link?.click();
	return link !== undefined;
}

function jump(step) {
	const changes = [...document.querySelectorAll("[data-change]")];
	const current = changes.indexOf(document.activeElement?.closest("[data-change]"));
	const next = current < 0 ? nearest(changes, step) : changes[current + step];
	next?.focus({ preventScroll: true });
	next?.scrollIntoView({ block: "center" });
	return changes.length > 0;
}

/** The first change below the top of the window, or the last one above it. */
function nearest(changes, step) {
	const below = changes.findIndex((change) => change.getBoundingClientRect().top > 0);
	if (step > 0) return changes[Math.max(0, below)];
	return below < 0 ? changes.at(-1) : changes[below - 1];
}
