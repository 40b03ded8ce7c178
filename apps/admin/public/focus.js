// When htmx replaces the link that was just followed, focus moves on to what came in its place.
export function keepFocus() {
	let before;
	document.addEventListener("htmx:before:swap", ({ detail }) => {
		const target = detail.ctx.target;
		const held = target?.contains(document.activeElement) && document.activeElement !== document.body;
		before = held ? { previous: target.previousElementSibling, parent: target.parentElement } : undefined;
	});
	document.addEventListener("htmx:after:swap", () => {
		if (before === undefined || document.activeElement !== document.body) return;
		const arrived = before.previous?.nextElementSibling ?? before.parent?.firstElementChild;
		before = undefined;
		if (arrived === undefined || arrived === null) return;
		if (!arrived.hasAttribute("tabindex")) arrived.tabIndex = -1;
		arrived.focus({ preventScroll: true });
	});
}
