// One connection to a stream of events, which comes back by itself and starts after the last event that was taken.
// Where events can't come, what is new is asked for every few seconds, and the stream is tried again.
const POLL_MS = 4_000;

export class EventStream {
	#options;
	#source;
	#timer;

	/**
	 * `address()` is where to connect, `name` the kind of events, `take(message)` takes one, `say(state)` tells how it
	 * goes (following, reconnecting, polling), `poll()` asks for what is new. `others` takes further kinds by name.
	 */
	constructor(options) {
		this.#options = options;
	}

	start() {
		// A hidden tab gives its connection back: browsers allow only six to one server.
		document.addEventListener("visibilitychange", () => (document.hidden ? this.#close() : this.#open()));
		addEventListener("pagehide", () => this.#close());
		addEventListener("pageshow", ({ persisted }) => persisted && this.#open());
		if (!document.hidden) this.#open();
	}

	#open() {
		this.#close();
		const { address, name, take, say, others = {} } = this.#options;
		this.#source = new EventSource(address());
		this.#source.addEventListener("open", () => say("following"));
		for (const [kind, listen] of Object.entries({ ...others, [name]: take })) {
			this.#source.addEventListener(kind, listen);
		}
		this.#source.addEventListener("error", () => this.#recover());
	}

	#close() {
		this.#source?.close();
		clearTimeout(this.#timer);
	}

	/** The browser comes back by itself unless it was refused. */
	#recover() {
		const { say } = this.#options;
		if (this.#source.readyState !== EventSource.CLOSED) {
			say("reconnecting");
			return;
		}
		say("polling");
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => void this.#poll(), POLL_MS);
	}

	async #poll() {
		await this.#options.poll();
		if (!document.hidden) this.#open();
	}
}
