/** What a document can become. */
export const TARGETS = ["pdf", "md", "html", "text", "png"] as const;
/** How Markdown looks as pages; the first is the one that the service takes unless told. */
export const DESIGNS = ["magic3", "collana", "magicM"] as const;
/** How HTML looks as pages: as it comes, or light. */
export const THEMES = ["none", "magic3"] as const;
/** The paper of pages; the first is whatever the document or its design says. */
export const PAPERS = ["", "A4", "A5", "A3", "Letter", "Legal"] as const;

export type Target = (typeof TARGETS)[number];

/** What the form says, as it came: the service judges it. */
export interface Choices {
	to: string;
	design: string;
	theme: string;
	paper: string;
	landscape: boolean;
	/** Such as `1-3,5`; empty for all. */
	pages: string;
}

/** Kinds of text look alike by their bytes, so their names tell. */
const TEXTS: Readonly<Record<string, string>> = {
	md: "md",
	markdown: "md",
	html: "html",
	htm: "html",
	xhtml: "html",
	txt: "text",
	text: "text",
	log: "text",
	csv: "text",
};

/** Reads the form's fields; what is absent is as the form has it at first. */
export function readChoices(fields: ReadonlyMap<string, string>): Choices {
	return {
		to: fields.get("to") ?? TARGETS[0],
		design: fields.get("design") ?? DESIGNS[0],
		theme: fields.get("theme") ?? THEMES[0],
		paper: fields.get("paper") ?? PAPERS[0],
		landscape: fields.get("landscape") === "on",
		pages: fields.get("pages")?.trim() ?? "",
	};
}

/** The query of the service's /convert for these choices and a document of this name. */
export function conversionQuery(choices: Choices, name: string): URLSearchParams {
	const { to, design, theme, paper, landscape, pages } = choices;
	const query = new URLSearchParams({ to, design, theme });
	const from = TEXTS[extensionOf(name)];
	if (from !== undefined) query.set("from", from);
	if (paper !== "") query.set("format", paper);
	if (landscape) query.set("landscape", "1");
	// A PDF that is made is shortened while it is printed, one that is read while it is read.
	if (pages !== "") query.set(to === "pdf" ? "page_ranges" : "pages", pages);
	return query;
}

function extensionOf(name: string): string {
	return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
}
