// Two plugins that come without types.
declare module "markdown-it-footnote" {
	import type { MarkdownIt } from "markdown-it";

	const footnote: (markdown: MarkdownIt) => void;
	// biome-ignore lint/style/noDefaultExport: this is how the plugin gives itself.
	export default footnote;
}

declare module "markdown-it-deflist" {
	import type { MarkdownIt } from "markdown-it";

	const deflist: (markdown: MarkdownIt) => void;
	// biome-ignore lint/style/noDefaultExport: this is how the plugin gives itself.
	export default deflist;
}
