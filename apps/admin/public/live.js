// Follows a log. Each entry has a number that only grows: what is at or below the last one seen is a double and is
// dropped, and every connection starts after the last one seen, so nothing is lost however often it breaks.
import { EventStream } from "./event-stream.js";
import { leadsAway } from "./signing-in.js";

const ANNOUNCE_MS = 1_000;
/** Entries that the page holds; beyond, the oldest go, and the link to older ones leads to them. */
const HELD = 500;

export function followLogs() {
	for (const bar of document.querySelectorAll("[data-live]")) new Live(bar).start();
}

class Live {
	#bar;
	#list = document.getElementById("entries");
	#last;
	#announceTimer;
	#paused = false;
	#waiting = [];
	#arrived = 0;

	constructor(bar) {
		this.#bar = bar;
		this.#last = Number(bar.dataset.after);
	}

	start() {
		this.#bar.hidden = false;
		this.#toggleButton.addEventListener("click", () => this.#togglePause());
		new EventStream({
			address: () => this.#newEntriesAt(this.#bar.dataset.live),
			name: "entry",
			take: ({ data, lastEventId }) => this.#take(Number(lastEventId), data),
			say: (state) => this.#say(state),
			poll: () => this.#poll(),
			others: { facts: ({ data }) => this.#showFacts(data) },
		}).start();
	}

	get #toggleButton() {
		return this.#bar.querySelector("[data-live-toggle]");
	}

	#newEntriesAt(address) {
		const url = new URL(address, location.href);
		url.searchParams.set("after", this.#last);
		return url;
	}

	async #poll() {
		const headers = {
			"HX-Request": "true",
			"HX-Request-Type": "partial",
			"HX-Source": "#live",
			"HX-Current-URL": location.href,
		};
		const response = await fetch(this.#newEntriesAt(this.#bar.dataset.poll), { headers }).catch(
			() => undefined,
		);
		if (response === undefined || leadsAway(response) || !response.ok) return;
		const html = await response.text();
		for (const item of itemsOf(html).reverse()) this.#take(item.value, item.outerHTML);
		this.#showFacts(html);
	}

	/** The sums in the heading, which also say how far the log was looked through: with a filter, more than came. */
	#showFacts(html) {
		const facts = partsOf(html, "#log-facts")[0];
		if (facts === undefined) return;
		this.#last = Math.max(this.#last, Number(facts.dataset.through ?? 0));
		document.getElementById("log-facts").replaceChildren(...facts.childNodes);
	}

	#take(id, html) {
		if (!(id > this.#last)) return;
		this.#last = id;
		if (this.#paused) this.#waiting.push(html);
		else this.#show(html);
		this.#announce();
	}

	#show(html) {
		document.querySelector("[data-none]")?.remove();
		for (const item of itemsOf(html)) {
			item.classList.add("fresh");
			this.#list.prepend(item);
			this.#arrived++;
		}
		this.#letGo();
	}

	#letGo() {
		if (this.#list.childElementCount <= HELD) return;
		while (this.#list.childElementCount > HELD) this.#list.lastElementChild.remove();
		const older = document.querySelector("[data-older]");
		const url = new URL(older.href);
		url.searchParams.set("before", this.#list.lastElementChild.value);
		older.href = url;
		older.hidden = false;
		older.closest("nav").hidden = false;
	}

	#togglePause() {
		this.#paused = !this.#paused;
		const { pause, resume } = this.#bar.dataset;
		this.#toggleButton.textContent = this.#paused ? resume : pause;
		this.#bar.classList.toggle("paused", this.#paused);
		if (!this.#paused) for (const html of this.#waiting.splice(0)) this.#show(html);
		this.#say(this.#paused ? "paused" : "following");
		this.#announce();
	}

	#say(state) {
		const shown = this.#paused && state === "following" ? "paused" : state;
		this.#bar.dataset.state = shown;
		this.#bar.querySelector("[data-live-state]").textContent = this.#bar.dataset[shown];
	}

	/** At most once a second, as screen readers read each change aloud. */
	#announce() {
		this.#announceTimer ??= setTimeout(() => {
			this.#announceTimer = undefined;
			const [text, count] = this.#paused
				? [this.#bar.dataset.waiting, this.#waiting.length]
				: [this.#bar.dataset.arrived, this.#arrived];
			this.#bar.querySelector("[data-live-count]").textContent =
				count === 0 ? "" : text.replace("{count}", count.toLocaleString(document.documentElement.lang));
		}, ANNOUNCE_MS);
	}
}

function itemsOf(html) {
	return partsOf(html, "li.entry");
}

/** Parts of a piece of HTML from our own server, in which all that agents wrote is escaped. */
function partsOf(html, selector) {
	const template = document.createElement("template");
	template.innerHTML = html;
	return [...template.content.querySelectorAll(selector)];
}
