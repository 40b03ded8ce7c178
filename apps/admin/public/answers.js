// Heeds the answers of Cairn to a page that asks for its live part again and again. One that failed leaves what is
// shown as it is; the next one sets it right.
export function heedAnswers({ found, lost }) {
	const concerns = ({ ctx }) => ctx?.sourceElement?.id === "live";
	document.addEventListener("htmx:before:swap", (event) => {
		if (concerns(event.detail) && event.detail.ctx.response.status >= 400) event.preventDefault();
	});
	document.addEventListener("htmx:after:request", ({ detail }) => {
		if (!concerns(detail)) return;
		if (detail.ctx.response.status >= 500) lost();
		else found();
	});
	document.addEventListener("htmx:error", ({ detail }) => concerns(detail) && lost());
}

/** Asks for the live part. */
export function refresh() {
	document.getElementById("live").dispatchEvent(new CustomEvent("refresh"));
}
