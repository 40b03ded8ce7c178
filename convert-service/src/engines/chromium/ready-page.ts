import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { fontsOf } from "../../designs/design-fonts.ts";
import type { AllowedHosts } from "../../fence/allowed-hosts.ts";
import { DOCUMENT_URL, PageFence } from "../../fence/page-fence.ts";
import { SETTLE_SCRIPT } from "./settle-script.ts";

/** A page in a browser context of its own, for one document. */
export interface ReadyPage {
	readonly context: BrowserContext;
	readonly page: Page;
	readonly session: CDPSession;
	readonly fence: PageFence;
	/** Of the frame that the document is written into. */
	readonly frameId: string;
}

/** Text in each face of the usual design. */
const WORDS = "<p>Some <b>bold</b>, <i>slanted</i>, <b><i>and both</i></b> words, and <code>code</code>.";

/**
 * What stands on a page before its document: the first text and the first print are what costs, so they are had ahead. A
 * page that has unpacked a font takes it as it is when its document brings the very same along.
 */
const BLANK = `<!doctype html><title>Cairn</title><style>${fontsOf("magic3", WORDS)}
body { font-family: "Source Sans 3" } code { font-family: "Source Code Pro" }</style>${WORDS}<p style="font-family: sans-serif">Words.`;

/**
 * Makes a page with its fence, at the address where its document will seem to come from. This is the dear part of a small
 * document, so it is done ahead of need.
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
	await page.evaluate("document.fonts.ready.then(() => {})");
	await page.pdf();
	const { frameTree } = await session.send("Page.getFrameTree");
	context.on("page", (popup) => {
		fence.count();
		void popup.close().catch(() => {});
	});
	page.on("websocket", () => fence.count());
	return { context, page, session, fence, frameId: frameTree.frame.id };
}
