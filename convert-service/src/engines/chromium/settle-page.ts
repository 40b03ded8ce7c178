import type { Page } from "playwright-core";
import { type Warning, warning } from "../../warning.ts";
import { DIAGRAMS, drawDiagrams } from "./mermaid-in-page.ts";
import { MISSING_FONTS, missingFontsWarning } from "./missing-fonts.ts";
import { endsPage, leavesDocument } from "./print-error.ts";
import type { ReadyPage } from "./ready-page.ts";

/** How long a script may go on that is told to end, before the next way is tried, milliseconds. */
const STOP_MS = 300;

/** The library for diagrams alone may take seconds to start on a busy machine: that is not the page's doing. */
const DIAGRAMS_MS = 20_000;

/** In the page: which of its fonts are missing, once it is settled. */
const SETTLED = `Promise.resolve(window.cairnSettled?.()).then(() => ${MISSING_FONTS})`;

/**
 * In the page, once it has loaded: "diagrams" if it holds any, else the same. Each question asked of it costs, so this is one.
 */
const LOOK = `(document.readyState === "complete"
	? Promise.resolve()
	: new Promise((loaded) => window.addEventListener("load", loaded, { once: true }))
).then(() => document.querySelector("${DIAGRAMS}") !== null
	? "diagrams"
	: ${SETTLED})`;

/**
 * Writes the document into the page and waits until it is settled, at most `waitMs`, and longer only for its diagrams to be
 * drawn. A script that runs on then is ended, so that what is there can be printed.
 */
export async function settlePage(ready: ReadyPage, html: string, waitMs: number): Promise<Warning[]> {
	const { page } = ready;
	const deadline = performance.now() + waitMs;
	// Into the page that is there: going to another one takes Chromium twice as long as all the rest of a small document.
	// The question follows at once, as it is answered after the writing anyway.
	const written = ready.session.send("Page.setDocumentContent", { frameId: ready.frameId, html });
	const asked = askPage<unknown>(page, LOOK, []);
	const found = await within(
		Promise.all([written, asked]).then(([, answer]) => answer),
		deadline,
	);
	if (found !== undefined && found !== "diagrams") return missingFontsWarning(found);
	const { warnings, settled } = found === "diagrams" ? await settleDiagrams(page, deadline) : NOTHING;
	if (settled) return warnings;
	await stopScripts(ready);
	return [
		...warnings,
		warning(
			"not_settled",
			`the page was not settled after ${waitMs} ms and is shown as it was then`,
			`${waitMs} ms`,
		),
	];
}

const NOTHING = { warnings: [], settled: false };

/** Draws the diagrams; after long drawing there is a moment left to look whether the page is settled. */
async function settleDiagrams(
	page: Page,
	deadline: number,
): Promise<{ warnings: Warning[]; settled: boolean }> {
	const drawn = drawDiagrams(page).catch((error) => {
		if (endsPage(error)) throw error;
		return undefined;
	});
	const warnings = await within(drawn, performance.now() + DIAGRAMS_MS);
	if (warnings === undefined) return NOTHING;
	const until = Math.max(deadline, performance.now() + STOP_MS);
	const settled = await within(askPage<unknown>(page, SETTLED, []), until);
	return { warnings: [...warnings, ...missingFontsWarning(settled)], settled: settled !== undefined };
}

/**
 * What a page answers. One that goes elsewhere meanwhile, such as to a document of its own making, is asked again there; one
 * that has broken what the question needs counts as having answered `otherwise`: it does harm to itself alone.
 */
async function askPage<Answer>(page: Page, question: string, otherwise: Answer): Promise<Answer> {
	for (;;) {
		try {
			return await page.evaluate<Answer>(question);
		} catch (error) {
			if (endsPage(error)) throw error;
			if (!leavesDocument(error)) return otherwise;
		}
	}
}

/** The result, or undefined when it takes too long; what fails for another reason is thrown. */
async function within<Result>(work: Promise<Result>, deadline: number): Promise<Result | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), Math.max(0, deadline - performance.now()));
	});
	// It may fail after it was given up, when the page closes.
	work.catch(() => {});
	try {
		return await Promise.race([work, late]);
	} finally {
		clearTimeout(timer);
	}
}

/** Ends the script that runs, and lets no further one begin. */
async function stopScripts({ session }: ReadyPage): Promise<void> {
	const soon = () => performance.now() + STOP_MS;
	await within(session.send("Emulation.setScriptExecutionDisabled", { value: true }), soon());
	await within(session.send("Runtime.terminateExecution"), soon());
	await within(session.send("Page.stopLoading"), soon());
}
