import axe from "axe-core";
import type { Page } from "playwright-core";

interface AxeResult {
	violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

/** What axe finds wrong in a page as it is, as sentences. Its context must bypass the page's policy. */
export async function axeFaults(page: Page): Promise<string[]> {
	await page.evaluate(axe.source);
	return page.evaluate(async () => {
		const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResult> } };
		const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
		const { violations } = await axe.run({ runOnly: tags });
		return violations.flatMap(({ id, nodes }) =>
			nodes.slice(0, 2).map(({ html, failureSummary }) => `${id} ${html} ${failureSummary}`),
		);
	});
}
