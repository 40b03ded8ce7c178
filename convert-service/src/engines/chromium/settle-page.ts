import { DOCUMENT_URL } from "../../fence/page-fence.ts";
import { drawDiagrams, hasDiagrams } from "./mermaid-in-page.ts";
import type { ReadyPage } from "./ready-page.ts";

/** How long a script may go on that is told to end, before the next way is tried, milliseconds. */
const STOP_MS = 300;

/** The library for diagrams alone may take seconds to start on a busy machine: that is not the page's doing. */
const DIAGRAMS_MS = 20_000;

/**
 * Loads the document and waits until it is settled, at most `waitMs`, and longer only for its diagrams to be drawn. A script
 * that runs on then is ended, so that what is there can be printed.
 */
export async function settlePage(ready: ReadyPage, waitMs: number): Promise<string[]> {
	const deadline = performance.now() + waitMs;
	const { page } = ready;
	const late = [`the page was not settled after ${waitMs} ms and is shown as it was then`];
	const loaded = page.goto(DOCUMENT_URL, { waitUntil: "load", timeout: 0 }).then(() => hasDiagrams(page));
	const diagrams = await within(loaded, deadline);
	const drawn = diagrams === "some" ? await within(drawDiagrams(page), performance.now() + DIAGRAMS_MS) : [];
	// After long drawing there is a moment left to look.
	const until = Math.max(deadline, performance.now() + (diagrams === "some" ? STOP_MS : 0));
	const settled = page.evaluate("window.cairnSettled?.()").then(() => "settled" as const);
	if (diagrams !== undefined && drawn !== undefined && (await within(settled, until)) !== undefined)
		return drawn;
	settled.catch(() => {});
	await stopScripts(ready);
	return [...(drawn ?? []), ...late];
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
