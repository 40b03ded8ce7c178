import type { BrowserContext, Route } from "playwright-core";
import type { AllowedHosts } from "./allowed-hosts.ts";

/** Where a document seems to come from: a name that no resolver knows, so that a relative reference leads nowhere. */
export const DOCUMENT_URL = "http://document.invalid/";

/**
 * What may pass of a page's requests: what stands on it before its document, once, and hosts that the owner named. All else
 * is counted.
 */
export class PageFence {
	readonly #allowed: AllowedHosts;
	#document: string | undefined;
	#blocked = 0;

	private constructor(allowed: AllowedHosts) {
		this.#allowed = allowed;
	}

	/** Puts the fence around all pages of a context, also those that its pages open. */
	static async around(context: BrowserContext, allowed: AllowedHosts): Promise<PageFence> {
		const fence = new PageFence(allowed);
		await context.route(/.*/, (route) => fence.#decide(route));
		return fence;
	}

	/** How often something outside was asked for. */
	get blocked(): number {
		return this.#blocked;
	}

	/** Gives what is answered at DOCUMENT_URL, the first time that it is asked for. */
	admit(html: string): void {
		this.#document = html;
	}

	/** Counts what went another way than by a request, such as a popup or a WebSocket. */
	count(): void {
		this.#blocked += 1;
	}

	async #decide(route: Route): Promise<void> {
		// Nothing here asks for the request's frame, which a popup does not have yet. A page that is closed meanwhile
		// wants no answer.
		await this.#answer(route).catch(() => {});
	}

	async #answer(route: Route): Promise<void> {
		const request = route.request();
		const navigates = request.isNavigationRequest();
		if (navigates && this.#document !== undefined && request.url() === DOCUMENT_URL) {
			const body = this.#document;
			this.#document = undefined;
			return route.fulfill({ status: 200, contentType: "text/html; charset=utf-8", body });
		}
		if (request.url() === `${DOCUMENT_URL}favicon.ico`) return route.abort("blockedbyclient");
		if (!navigates && request.method() === "GET") {
			const resource = await this.#allowed.fetch(request.url());
			if (resource !== undefined) return route.fulfill({ ...resource });
		}
		this.#blocked += 1;
		// An aborted navigation would leave an error page; after "no content" the page stays what it was.
		return navigates ? route.fulfill({ status: 204 }) : route.abort("blockedbyclient");
	}
}
