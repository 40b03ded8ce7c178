import type { Page } from "playwright-core";
import { mermaidScript } from "../../mermaid/mermaid-script.ts";
import { type Warning, warning } from "../../warning.ts";

/** Where a page holds mermaid diagrams. */
export const DIAGRAMS = "pre.mermaid, code.language-mermaid";

/** In the page: draws each diagram; one with a mistake keeps its text, and a note below says so. */
const DRAW = `(async () => {
	const settings = document.documentElement.dataset.mermaid;
	mermaid.initialize(settings ? JSON.parse(settings) : { startOnLoad: false, securityLevel: "strict" });
	let bad = 0;
	for (const [index, found] of Array.from(document.querySelectorAll("${DIAGRAMS}")).entries()) {
		const source = found.textContent;
		const place = found.matches("code") ? found.closest("pre") ?? found : found;
		try {
			const { svg } = await mermaid.render("cairn-diagram-" + index, source);
			const figure = document.createElement("div");
			figure.className = "mermaid-diagram";
			figure.innerHTML = svg;
			place.replaceWith(figure);
		} catch {
			bad += 1;
			document.getElementById("dcairn-diagram-" + index)?.remove();
			const note = document.createElement("p");
			note.className = "mermaid-error";
			note.textContent = "This diagram could not be drawn: its text has a mistake.";
			place.after(note);
		}
	}
	return bad;
})()`;

/** Draws the mermaid diagrams that a page holds; the library comes from here, as a page has no network. */
export async function drawDiagrams(page: Page): Promise<Warning[]> {
	await page.evaluate(`{${await mermaidScript()}}; undefined`);
	const bad = Number(await page.evaluate(DRAW));
	if (bad === 0) return [];
	const what = bad === 1 ? "1 diagram has a mistake and is" : `${bad} diagrams have a mistake and are`;
	return [warning("diagrams", `${what} shown as text`, `${bad}`)];
}
