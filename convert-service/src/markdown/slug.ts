/** The anchor of a heading, as GitHub makes it, so that a document's links to its own headings work. */
export function slug(heading: string): string {
	return heading
		.trim()
		.toLowerCase()
		.replaceAll("\u00ad", "")
		.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
		.replaceAll(" ", "-");
}
