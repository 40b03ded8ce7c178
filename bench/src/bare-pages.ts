import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

export interface BarePages extends AsyncDisposable {
	/** Prints so many copies of a page at once, each on a page that was made before; gives the time of the printing alone, ms. */
	print(html: string, count: number): Promise<number>;
}

/** The browser that the service takes, with Playwright and nothing else: what four documents at once can't be faster than. */
export async function openBarePages(): Promise<BarePages> {
	const shells = ["/usr/lib/chromium/chromium-headless-shell", "/usr/bin/chromium-headless-shell"];
	const browser = await chromium.launch({
		executablePath: shells.find(existsSync) ?? "/usr/bin/chromium",
		args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
	});
	return {
		async print(html, count) {
			const pages = await Promise.all(Array.from({ length: count }, () => browser.newPage()));
			for (const page of pages) await page.pdf();
			const startedAt = performance.now();
			await Promise.all(
				pages.map(async (page) => {
					await page.setContent(html);
					await page.pdf();
				}),
			);
			const durationMs = performance.now() - startedAt;
			await Promise.all(pages.map((page) => page.close()));
			return durationMs;
		},
		[Symbol.asyncDispose]: () => browser.close(),
	};
}
