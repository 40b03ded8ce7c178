import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import type { AllowedHosts } from "../../fence/allowed-hosts.ts";
import { DOCUMENT_URL, PageFence } from "../../fence/page-fence.ts";
import { SETTLE_SCRIPT } from "./settle-script.ts";

/** A page in a browser context of its own, for one document. */
export interface ReadyPage {
	readonly context: BrowserContext;
	readonly page: Page;
	readonly session: CDPSession;
	readonly fence: PageFence;
}

/**
 * What stands on a page before its document: the first text and the first print are what costs, so they are had ahead.
 */
const BLANK = "<!doctype html><title>Cairn</title><p>Some <b>words</b> and <code>code</code>.";

/**
 * Makes a page with its fence. This is the dear part of a small document, so it is done ahead of need. It has been where
 * its document will be, and so keeps its process: Chromium starts another one for the first page of a site.
 */
export async function makeReadyPage(browser: Browser, allowed: AllowedHosts): Promise<ReadyPage> {
	const context = await browser.newContext({
		acceptDownloads: false,
		reducedMotion: "reduce",
		serviceWorkers: "block",
	});
	const fence = await PageFence.around(context, allowed);
	await context.addInitScript(SETTLE_SCRIPT);
	const page = await context.newPage();
	const session = await context.newCDPSession(page);
	fence.admit(BLANK);
	await page.goto(DOCUMENT_URL);
	await page.pdf();
	context.on("page", (popup) => {
		fence.count();
		void popup.close().catch(() => {});
	});
	page.on("websocket", () => fence.count());
	return { context, page, session, fence };
}
