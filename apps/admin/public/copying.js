// Shows the copy buttons. Over plain http a browser lets a page copy only what is selected, in the way of old.
export function offerCopying() {
	for (const button of document.querySelectorAll("[data-copy]")) {
		button.hidden = false;
		button.addEventListener("click", () => void copy(button));
	}
}

async function copy(button) {
	const shown = button.parentElement.querySelector("pre");
	const copied = navigator.clipboard === undefined ? copySelected(shown) : await copyText(shown.textContent);
	if (!copied) return;
	const text = button.textContent;
	button.textContent = button.dataset.done;
	setTimeout(() => {
		button.textContent = text;
	}, 2_000);
}

async function copyText(text) {
	await navigator.clipboard.writeText(text);
	return true;
}

/** Leaves the text selected, so that it can be copied by hand where this fails. */
function copySelected(element) {
	getSelection().selectAllChildren(element);
	return document.execCommand("copy");
}
