import type { Design } from "../designs/designs.ts";

/** All that a caller can choose; an endpoint offers some of it. */
export interface ConversionOptions {
	readonly theme?: "none" | "magic3" | undefined;
	readonly design?: Design | undefined;
	/** Which engine makes pages of HTML. */
	readonly engine?: "chromium" | "weasyprint" | undefined;
	readonly landscape?: boolean | undefined;
	/** The longest wait for a page to settle, milliseconds. */
	readonly wait_ms?: number | undefined;
	readonly format?: PaperFormat | undefined;
	/** One to four CSS lengths in the order of CSS, such as `2cm 15mm`. */
	readonly margin?: string | undefined;
	readonly scale?: number | undefined;
	/** Which pages to print, such as `1-3, 5`. */
	readonly page_ranges?: string | undefined;
	/** Text at the top and bottom of each page, in which {page}, {pages}, {title} and {date} are filled in. */
	readonly header?: string | undefined;
	readonly footer?: string | undefined;
	readonly print_background?: boolean | undefined;
	/** Keeps columns and tables of a PDF where they stand. */
	readonly layout?: boolean | undefined;
	/** Which pages to read. */
	readonly pages?: PageRanges | undefined;
	readonly max_chars?: number | undefined;
	/** How many characters of the first page to leave out: where a page that was cut goes on. */
	readonly offset?: number | undefined;
	/** Dots per inch of PNG pages. */
	readonly dpi?: number | undefined;
	readonly verify?: boolean | undefined;
}

export const paperFormats = ["A3", "A4", "A5", "Letter", "Legal", "Tabloid"] as const;
export type PaperFormat = (typeof paperFormats)[number];

/** Pages from first to last, both included, in order. */
export type PageRanges = readonly { readonly first: number; readonly last: number }[];
