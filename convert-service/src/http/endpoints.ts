import type { Format } from "../formats.ts";
import type { Endpoint } from "./parameters.ts";

/** What each endpoint takes and gives. `takes` undefined is anything that is known by its bytes. */
export const endpoints: Readonly<
	Record<Endpoint, { readonly takes: readonly Format[] | undefined; readonly gives: Format }>
> = {
	html_to_pdf: { takes: ["html"], gives: "pdf" },
	md_to_pdf: { takes: ["md"], gives: "pdf" },
	docx_to_pdf: { takes: ["docx"], gives: "pdf" },
	pdf_to_text: { takes: ["pdf"], gives: "text" },
	convert: { takes: undefined, gives: "pdf" },
};
