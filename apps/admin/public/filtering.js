// A filter that follows one's typing leaves a single step to go back: its first change is a new entry of the history, those
// after it take that entry's place for as long as it is the current one.
export function keepFilteringOneStep() {
	let last;
	document.addEventListener("htmx:before:history:update", ({ detail }) => {
		const { history: action, sourceElement: form } = detail;
		const isFilter = form.querySelector("[data-filter]") !== null;
		if (isFilter && form === last?.form && location.href === last.address) action.type = "replace";
		last = isFilter ? { form, address: new URL(action.path, location.href).href } : undefined;
	});
}
