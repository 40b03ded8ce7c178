// Keeps a page current of which no event tells: while it is seen, it asks for its live part again every few seconds.
import { heedAnswers, refresh } from "./answers.js";

const EVERY_MS = 4_000;

export function pollPages() {
	for (const note of document.querySelectorAll("[data-poll]")) poll(note);
}

function poll(note) {
	const say = (state) => {
		note.dataset.state = state;
		note.querySelector("[data-live-state]").textContent = note.dataset[state];
	};
	heedAnswers({ found: () => say("following"), lost: () => say("reconnecting") });
	const look = () => document.hidden || refresh();
	setInterval(look, EVERY_MS);
	document.addEventListener("visibilitychange", look);
	note.hidden = false;
}
