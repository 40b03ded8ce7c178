import { DOCUMENT_URL } from "../../fence/page-fence.ts";
import { drawDiagrams } from "./mermaid-in-page.ts";
import type { ReadyPage } from "./ready-page.ts";

/** How long a script may go on that is told to end, before the next way is tried, milliseconds. */
const STOP_MS = 300;

/**
 * Loads the document and waits until it is settled, at most `waitMs`. A script that runs on then is ended, so that what is
 * there can be printed.
 */
export async function settlePage(ready: ReadyPage, waitMs: number): Promise<string[]> {
	const deadline = performance.now() + waitMs;
	const loading = load(ready);
	const warnings = await within(loading, deadline);
	if (warnings !== undefined) return warnings;
	await stopScripts(ready);
	return [`the page was not settled after ${waitMs} ms and is shown as it was then`];
}

async function load({ page }: ReadyPage): Promise<string[]> {
	await page.goto(DOCUMENT_URL, { waitUntil: "load", timeout: 0 });
	const warnings = await drawDiagrams(page);
	await page.evaluate("window.cairnSettled?.()");
	return warnings;
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
