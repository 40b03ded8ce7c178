import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import type { AllowedHosts } from "../../fence/allowed-hosts.ts";
import { PageFence } from "../../fence/page-fence.ts";
import { SETTLE_SCRIPT } from "./settle-script.ts";

/** A page in a browser context of its own, for one document. */
export interface ReadyPage {
	readonly context: BrowserContext;
	readonly page: Page;
	readonly session: CDPSession;
	readonly fence: PageFence;
}

/** Makes a page with its fence. This is the dear part of a small document, so it is done ahead of need. */
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
	context.on("page", (popup) => {
		fence.count();
		void popup.close().catch(() => {});
	});
	page.on("websocket", () => fence.count());
	return { context, page, session, fence };
}
