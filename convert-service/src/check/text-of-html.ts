const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };
const FOOTNOTE_MARKS = /<a\b[^>]*class="footnote-(?:ref|back)"[^>]*>.*?<\/a>/gs;
const BLOCKS =
	/<\/?(?:p|div|h[1-6]|li|td|th|tr|dt|dd|pre|blockquote|caption|figcaption|br|hr|section)\b[^>]*>/g;

/**
 * The text of HTML as pandoc writes it: what stands in its body, without the marks of its footnotes, and without those of
 * callouts, which readers of plain CommonMark take for text. A word may go on over an inline element.
 */
export function textOfHtml(html: string): string {
	const body = html.slice(html.indexOf("<body"));
	return body
		.replaceAll(FOOTNOTE_MARKS, " ")
		.replaceAll(BLOCKS, "\n")
		.replaceAll(/<[^>]*>/g, "")
		.replaceAll(/&(amp|lt|gt|quot);/g, (whole, name) => ENTITIES[name] ?? whole)
		.replaceAll(/^\[!\w+\]/gm, "");
}
