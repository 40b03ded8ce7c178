// Theme and keys change at once, without loading the page again; the form does the same where this fails.
export function applyPreferences() {
	document.addEventListener("submit", (event) => {
		const name = event.target.dataset.preference;
		if (name !== "theme" && name !== "keys") return;
		event.preventDefault();
		void save(event.target, event.submitter, name);
	});
}

async function save(form, button, name) {
	const response = await fetch(form.action, {
		method: "POST",
		body: new URLSearchParams(new FormData(form, button)),
		redirect: "manual",
	}).catch(() => undefined);
	if (response?.type !== "opaqueredirect") {
		location.reload();
		return;
	}
	document.documentElement.dataset[name] = button.value;
	if (name === "theme") applyTheme(button.value);
	for (const other of document.querySelectorAll(`[data-preference="${name}"] button`)) {
		other.setAttribute("aria-pressed", String(other.value === button.value));
	}
}

function applyTheme(theme) {
	document.querySelector('meta[name="color-scheme"]').content = theme === "auto" ? "light dark" : theme;
	for (const color of document.querySelectorAll('meta[name="theme-color"]')) {
		const { scheme } = color.dataset;
		const chosen = theme === scheme ? "all" : "not all";
		color.media = theme === "auto" ? `(prefers-color-scheme: ${scheme})` : chosen;
	}
}
