import type { Page } from "playwright-core";
import { DOCUMENT_URL } from "../../fence/page-fence.ts";
import { type Warning, warning } from "../../warning.ts";
import { DIAGRAMS, drawDiagrams } from "./mermaid-in-page.ts";
import type { ReadyPage } from "./ready-page.ts";

/** How long a script may go on that is told to end, before the next way is tried, milliseconds. */
const STOP_MS = 300;

/** The library for diagrams alone may take seconds to start on a busy machine: that is not the page's doing. */
const DIAGRAMS_MS = 20_000;

/** In the page, at once: whether it holds diagrams, and if not, that it is settled. Each question asked of it costs. */
const LOOK = `document.querySelector("${DIAGRAMS}") !== null
	? "diagrams"
	: Promise.resolve(window.cairnSettled?.()).then(() => "settled")`;

/**
 * Loads the document and waits until it is settled, at most `waitMs`, and longer only for its diagrams to be drawn. A script
 * that runs on then is ended, so that what is there can be printed.
 */
export async function settlePage(ready: ReadyPage, waitMs: number): Promise<Warning[]> {
	const { page } = ready;
	// That the document takes the place of what was on the page before is no waiting for it to settle.
	await page.goto(DOCUMENT_URL, { waitUntil: "commit", timeout: 0 });
	const deadline = performance.now() + waitMs;
	const loaded = page.waitForLoadState("load", { timeout: 0 });
	const found = await within(
		loaded.then(() => page.evaluate<string>(LOOK)),
		deadline,
	);
	if (found === "settled") return [];
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
	const warnings = await within(drawDiagrams(page), performance.now() + DIAGRAMS_MS);
	if (warnings === undefined) return NOTHING;
	const until = Math.max(deadline, performance.now() + STOP_MS);
	const settled = await within(
		page.evaluate("window.cairnSettled?.()").then(() => true),
		until,
	);
	return { warnings, settled: settled === true };
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
