// Keeps a page current while things happen: each event asks for the page's live part again, which htmx then changes
// in place, so that focus and scroll stay where they are.
import { heedAnswers, refresh } from "./answers.js";
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
		heedAnswers({ found: () => this.#reach.find(), lost: () => this.#reach.lose() });
		new EventStream({
			address: () => {
				const url = new URL(this.#note.dataset.changes, location.href);
				if (this.#last !== undefined) url.searchParams.set("after", this.#last);
				return url;
			},
			name: "change",
			take: ({ lastEventId }) => this.#take(Number(lastEventId)),
			say: (state) => this.#say(state),
			poll: refresh,
		}).start();
	}

	/** A connection that broke, or came back, is the moment to see whether Cairn still answers. */
	#say(state) {
		this.#note.dataset.state = state;
		this.#note.querySelector("[data-live-state]").textContent = this.#note.dataset[state];
		if (state !== "following" || this.#reach.isLost) refresh();
	}

	#take(id) {
		if (this.#last !== undefined && !(id > this.#last)) return;
		this.#last = id;
		this.#count++;
		this.#timer ??= setTimeout(() => {
			this.#timer = undefined;
			refresh();
			this.#announce();
		}, GATHER_MS);
	}

	#announce() {
		const count = this.#count.toLocaleString(document.documentElement.lang);
		this.#note.querySelector("[data-live-count]").textContent = this.#note.dataset.changed.replace(
			"{count}",
			count,
		);
	}
}
