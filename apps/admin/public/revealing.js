// Shows a password while its button is pressed down, and hides it again before the form is sent.
export function offerRevealing() {
	for (const button of document.querySelectorAll("[data-reveal]")) {
		const field = document.getElementById(button.dataset.reveal);
		button.hidden = false;
		button.addEventListener("click", () => reveal(button, field, field.type === "password"));
		field.form.addEventListener("submit", () => reveal(button, field, false));
	}
}

function reveal(button, field, shown) {
	field.type = shown ? "text" : "password";
	button.textContent = shown ? button.dataset.hide : button.dataset.show;
	button.setAttribute("aria-pressed", String(shown));
}
