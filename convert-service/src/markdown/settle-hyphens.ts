/**
 * A script for the page, which runs before it is printed: of all soft hyphens only those at the end of a line stay. The
 * others would be invisible on paper, but end up inside the words of the PDF's text, where no search finds these.
 *
 * Lines break on paper as they do here, since the text is laid out at the width that the page's margins leave.
 */
export const SETTLE_HYPHENS = `
document.addEventListener("DOMContentLoaded", async () => {
	// Fonts are loaded once a layout asks for them.
	document.body.getBoundingClientRect();
	await document.fonts.ready;
	const width = document.documentElement.style.width;
	document.documentElement.style.width = textWidth();
	const range = document.createRange();
	const lines = (node, from, to) => {
		range.setStart(node, from);
		range.setEnd(node, to);
		return new Set([...range.getClientRects()].map((box) => Math.round(box.bottom))).size;
	};
	const settled = [];
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) {
		const node = walker.currentNode;
		const text = node.data;
		if (!text.includes("\\u00ad")) continue;
		let result = "";
		let at = 0;
		for (const { index, 0: word } of text.matchAll(/[^\\s\\u00ad]*\\u00ad\\S*/g)) {
			result += text.slice(at, index) + settle(node, index, word);
			at = index + word.length;
		}
		settled.push([node, result + text.slice(at)]);
	}
	for (const [node, text] of settled) node.data = text;
	document.documentElement.style.width = width;

	function textWidth() {
		const page = { size: "210mm", marginLeft: "0mm", marginRight: "0mm" };
		for (const { cssRules } of document.styleSheets) {
			for (const rule of cssRules) {
				if (!(rule instanceof CSSPageRule) || rule.selectorText !== "") continue;
				for (const name of Object.keys(page)) page[name] = rule.style[name] || page[name];
			}
		}
		return "calc(" + page.size.split(" ")[0] + " - " + page.marginLeft + " - " + page.marginRight + ")";
	}

	function settle(node, start, word) {
		if (lines(node, start, start + word.length) < 2) return word.replaceAll("\\u00ad", "");
		return word.replace(/\\u00ad/g, (hyphen, at) => {
			const before = lines(node, start, start + at);
			return lines(node, start, start + at + 2) > before ? hyphen : "";
		});
	}
});
`;
