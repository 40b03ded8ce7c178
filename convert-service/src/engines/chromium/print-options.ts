import type { Page } from "playwright-core";
import type { ConversionOptions } from "../../conversion/conversion-options.ts";

type PrintOptions = NonNullable<Parameters<Page["pdf"]>[0]>;

const DEFAULT_MARGIN = "10mm";
/** What is needed beside a line of text in the margin. */
const MARGIN_WITH_TEXT = "18mm";
const FIELDS: Readonly<Record<string, string>> = {
	"{page}": '<span class="pageNumber"></span>',
	"{pages}": '<span class="totalPages"></span>',
	"{title}": '<span class="title"></span>',
	"{date}": '<span class="date"></span>',
};

/** What Chromium is told of paper and margins. Without a choice of the caller's, the document's own `@page` decides. */
export function printOptions(options: ConversionOptions): PrintOptions {
	const { format, landscape, margin, scale, page_ranges, header, footer, print_background } = options;
	const hasText = header !== undefined || footer !== undefined;
	return {
		format: format ?? "A4",
		preferCSSPageSize: true,
		landscape: landscape ?? false,
		margin: margins(margin ?? (hasText ? MARGIN_WITH_TEXT : DEFAULT_MARGIN)),
		printBackground: print_background ?? true,
		...(scale !== undefined && { scale }),
		...(page_ranges !== undefined && { pageRanges: page_ranges }),
		...(hasText && {
			displayHeaderFooter: true,
			headerTemplate: template(header ?? ""),
			footerTemplate: template(footer ?? ""),
		}),
	};
}

/** One to four lengths, in the order of CSS. */
function margins(lengths: string): PrintOptions["margin"] & object {
	const [top = "0", right = top, bottom = top, left = right] = lengths.trim().split(/\s+/);
	return { top, right, bottom, left };
}

/** The caller's text is text: only our fields become elements. */
function template(text: string): string {
	const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
	const filled = escaped.replaceAll(/\{(page|pages|title|date)\}/g, (field) => FIELDS[field] ?? field);
	return `<div style="width:100%;font:9px sans-serif;color:#555;text-align:center;padding:0 10mm">${filled}</div>`;
}
