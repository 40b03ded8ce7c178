import type { BrowserContext, Page } from "playwright-core";

/** The most HTML that a page may be at first, in bytes. */
const FIRST_VIEW_BYTES = 50 * 1_024;
/** After so many pages a crawl has seen enough. */
const MOST_PAGES = 250;

/** Pages of an admin. */
interface Pages {
	readonly url: string;
	readonly paths: readonly string[];
}

/** Looks at one page after the other in a tab of a context, which is closed then. */
export async function onEachPage(
	context: BrowserContext,
	{ url, paths }: Pages,
	look: (page: Page, path: string) => Promise<void>,
): Promise<void> {
	const page = await context.newPage();
	for (const path of paths) {
		await page.goto(`${url}${path}`);
		await look(page, path);
	}
	await context.close();
}

interface Crawl extends Pages {
	/** Pages that are not looked at; none unless told. */
	readonly isLeftOut?: (path: string) => boolean;
	/** Pages that say that something isn't there; none unless told. */
	readonly isAbsent?: (path: string) => boolean;
	/** Pages that hold what somebody asked to see whole; none unless told. */
	readonly isWhole?: (path: string) => boolean;
}

const no = () => false;

/**
 * Follows each link from these pages on.
 * @returns what answers wrongly or is too large, and how many pages there were
 */
export async function crawl({ url, paths, isLeftOut = no, isAbsent = no, isWhole = no }: Crawl) {
	const seen = new Set<string>();
	const queue = [...paths];
	const wrong: string[] = [];
	for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
		const key = path.replace(/#.*$/, "");
		if (seen.has(key) || seen.size > MOST_PAGES || isLeftOut(key)) continue;
		seen.add(key);
		const response = await fetch(`${url}${key}`);
		const html = await response.text();
		if (response.status !== 200 && !isAbsent(key)) wrong.push(`${key} answers ${response.status}`);
		if (!response.headers.get("Content-Type")?.startsWith("text/html")) continue;
		const bytes = Buffer.byteLength(html);
		if (bytes > FIRST_VIEW_BYTES && !isWhole(key)) wrong.push(`${key} has ${bytes} bytes`);
		for (const [, href = ""] of html.matchAll(/(?:href|hx-get)="(\/[^"]*)"/g))
			queue.push(href.replaceAll("&amp;", "&"));
	}
	return { wrong, seen: seen.size };
}
