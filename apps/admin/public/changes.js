// Keeps a page current while things happen: each event asks for the page's live part again, which htmx then changes
// in place, so that focus and scroll stay where they are.
import { EventStream } from "./event-stream.js";
import { Reach } from "./reach.js";

/** Events that come close together make one refresh. */
const GATHER_MS = 250;

export function followChanges() {
	for (const note of document.querySelectorAll("[data-changes]")) new Changes(note).start();
}

class Changes {
	#note;
	/** The last event that the page knows of; undefined until one comes where the page couldn't tell. */
	#last;
	#count = 0;
	#timer;
	#reach = new Reach();

	constructor(note) {
		this.#note = note;
		if (note.dataset.after !== undefined) this.#last = Number(note.dataset.after);
	}

	start() {
		this.#note.hidden = false;
		this.#heedAnswers();
		new EventStream({
			address: () => {
				const url = new URL(this.#note.dataset.changes, location.href);
				if (this.#last !== undefined) url.searchParams.set("after", this.#last);
				return url;
			},
			name: "change",
			take: ({ lastEventId }) => this.#take(Number(lastEventId)),
			say: (state) => this.#say(state),
			poll: () => this.#refresh(),
		}).start();
	}

	#heedAnswers() {
		const concerns = ({ ctx }) => ctx?.sourceElement?.id === "live";
		// An answer that failed leaves what is shown as it is; the next one sets it right.
		document.addEventListener("htmx:before:swap", (event) => {
			if (concerns(event.detail) && event.detail.ctx.response.status >= 400) event.preventDefault();
		});
		document.addEventListener("htmx:after:request", ({ detail }) => {
			if (!concerns(detail)) return;
			if (detail.ctx.response.status >= 500) this.#reach.lose();
			else this.#reach.find();
		});
		document.addEventListener("htmx:error", ({ detail }) => concerns(detail) && this.#reach.lose());
	}

	/** A connection that broke, or came back, is the moment to see whether Cairn still answers. */
	#say(state) {
		this.#note.dataset.state = state;
		this.#note.querySelector("[data-live-state]").textContent = this.#note.dataset[state];
		if (state !== "following" || this.#reach.isLost) this.#refresh();
	}

	#take(id) {
		if (this.#last !== undefined && !(id > this.#last)) return;
		this.#last = id;
		this.#count++;
		this.#timer ??= setTimeout(() => {
			this.#timer = undefined;
			this.#refresh();
			this.#announce();
		}, GATHER_MS);
	}

	#refresh() {
		document.getElementById("live").dispatchEvent(new CustomEvent("refresh"));
	}

	#announce() {
		const count = this.#count.toLocaleString(document.documentElement.lang);
		this.#note.querySelector("[data-live-count]").textContent = this.#note.dataset.changed.replace(
			"{count}",
			count,
		);
	}
}
