// Shows the copy buttons where the browser lets a page copy.
export function offerCopying() {
	if (navigator.clipboard === undefined) return;
	for (const button of document.querySelectorAll("[data-copy]")) {
		button.hidden = false;
		button.addEventListener("click", () => void copy(button));
	}
}

async function copy(button) {
	const text = button.textContent;
	await navigator.clipboard.writeText(button.parentElement.querySelector("pre").textContent);
	button.textContent = button.dataset.done;
	setTimeout(() => {
		button.textContent = text;
	}, 2_000);
}
