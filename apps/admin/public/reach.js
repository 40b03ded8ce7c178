// Whether Cairn still answers this page. While it doesn't, the parts that tell how it is say for how long.
const UNITS = [
	["day", 86_400_000],
	["hour", 3_600_000],
	["minute", 60_000],
	["second", 1_000],
];
const EVERY_MS = 1_000;

export class Reach {
	#answeredAt = Date.now();
	#timer;

	get isLost() {
		return this.#timer !== undefined;
	}

	lose() {
		this.#timer ??= setInterval(() => this.#tell(), EVERY_MS);
		this.#tell();
	}

	/** What comes with the answer shows the parts as they are. */
	find() {
		this.#answeredAt = Date.now();
		clearInterval(this.#timer);
		this.#timer = undefined;
	}

	#tell() {
		const time = lengthOf(Date.now() - this.#answeredAt);
		for (const part of document.querySelectorAll("[data-lost]")) {
			part.classList.add("lost");
			for (const item of part.children) item.className = "bad";
			for (const state of part.querySelectorAll("[data-lost-state]")) {
				state.textContent = part.dataset.lost.replace("{time}", time);
			}
		}
	}
}

function lengthOf(milliseconds) {
	const [unit, length] = UNITS.find(([, size]) => milliseconds >= size) ?? UNITS.at(-1);
	return Math.floor(milliseconds / length).toLocaleString(document.documentElement.lang, {
		style: "unit",
		unit,
		unitDisplay: "long",
	});
}
