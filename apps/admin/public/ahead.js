// Keeps the page as of the day of the slider's handle. When an answer changes the part in which the slider lies, htmx
// forgets what the slider was about to ask, and for a moment doesn't hear it: on a slow machine the page would stay at an
// earlier day. So it is asked again until the page shows the day that was chosen last.
export function keepAhead() {
	let chosen;
	document.addEventListener("input", ({ target }) => {
		if (target.matches(".ahead input")) chosen = target.value;
	});
	document.addEventListener("htmx:after:swap", () => {
		if (chosen === undefined) return;
		if (chosen === shownDay()) chosen = undefined;
		else document.querySelector(".ahead")?.requestSubmit();
	});
}

/** How many days ahead the page shows; 0 for now. */
function shownDay() {
	const address = document.getElementById("live")?.getAttribute("hx-get") ?? "";
	return new URL(address, location.href).searchParams.get("asof") ?? "0";
}
