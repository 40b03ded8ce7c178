import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { EngineName } from "../engines/engine-table.ts";
import type { Format } from "../formats.ts";
import type { WorkFolders } from "../workspace/work-folders.ts";
import type { Engines } from "./engines.ts";

/** Whether an engine converted a document just now, and how long that took. */
export interface Trip {
	readonly works: boolean;
	readonly roundTripMs: number;
}

interface Probe {
	readonly from: Format;
	readonly to: Format;
	readonly document: string;
}

/** The smallest PDF with a word on its page. */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj
4 0 obj<</Length 33>>stream
BT /F 9 Tf 9 9 Td (Cairn) Tj ET  
endstream endobj
trailer<</Root 1 0 R>>
%%EOF
`;

const HTML = "<!doctype html><title>Cairn</title><p>Cairn</p>";

const probes: Readonly<Record<EngineName, Probe>> = {
	chromium: { from: "html", to: "pdf", document: HTML },
	weasyprint: { from: "html", to: "pdf", document: HTML },
	libreoffice: { from: "rtf", to: "pdf", document: "{\\rtf1\\ansi Cairn}" },
	pandoc: { from: "html", to: "md", document: HTML },
	poppler: { from: "pdf", to: "text", document: PDF },
	markup: { from: "md", to: "html", document: "# Cairn" },
};

/** How long a result counts, so that whoever asks often does not keep the engines busy, milliseconds. */
const FRESH_MS = 10_000;
const TIMEOUT_MS = 15_000;

/** Sends a small document through each engine. */
export class SelfTest {
	readonly #engines: Engines;
	readonly #folders: WorkFolders;
	#last: { readonly at: number; readonly trips: Promise<ReadonlyMap<EngineName, Trip>> } | undefined;
	#finished: { readonly at: number; readonly trips: ReadonlyMap<EngineName, Trip> } | undefined;

	constructor(engines: Engines, folders: WorkFolders) {
		this.#engines = engines;
		this.#folders = folders;
	}

	/** The engines that are here, each with whether it works; a result of the last seconds is given again. */
	run(): Promise<ReadonlyMap<EngineName, Trip>> {
		const now = performance.now();
		if (this.#last === undefined || now - this.#last.at > FRESH_MS)
			this.#last = { at: now, trips: this.#all() };
		return this.#last.trips;
	}

	/** The result of the last test that ended, however old it is, milliseconds; undefined before the first one. */
	last(): { ageMs: number; trips: ReadonlyMap<EngineName, Trip> } | undefined {
		if (this.#finished === undefined) return undefined;
		const { at, trips } = this.#finished;
		return { ageMs: Math.round(performance.now() - at), trips };
	}

	async #all(): Promise<ReadonlyMap<EngineName, Trip>> {
		const here = this.#engines
			.states()
			.flatMap(([name, { missing }]) => (missing === undefined ? [name] : []));
		const trips = new Map(
			await Promise.all(here.map(async (name) => [name, await this.#trip(name)] as const)),
		);
		this.#finished = { at: performance.now(), trips };
		return trips;
	}

	async #trip(name: EngineName): Promise<Trip> {
		const { document, ...pair } = probes[name];
		const folder = await this.#folders.make("probe");
		const startedAt = performance.now();
		try {
			const input = join(folder, `input.${pair.from}`);
			await writeFile(input, document);
			const signal = AbortSignal.timeout(TIMEOUT_MS);
			const { file } = await this.#engines.get(name).run({ ...pair, input, folder, options: {}, signal });
			const works = (await stat(file)).size > 0;
			return { works, roundTripMs: Math.round(performance.now() - startedAt) };
		} catch {
			return { works: false, roundTripMs: Math.round(performance.now() - startedAt) };
		} finally {
			await this.#folders.remove(folder);
		}
	}
}
