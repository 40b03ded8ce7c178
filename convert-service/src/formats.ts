/** What the service reads and writes: by name, the media type, what people call it, and whether it is text. */
export const formats = {
	pdf: { mediaType: "application/pdf", label: "a PDF" },
	html: { mediaType: "text/html; charset=utf-8", label: "HTML" },
	md: { mediaType: "text/markdown; charset=utf-8", label: "Markdown" },
	text: { mediaType: "text/plain; charset=utf-8", label: "plain text" },
	docx: {
		mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
		label: "a Word document (docx)",
	},
	xlsx: {
		mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
		label: "an Excel workbook (xlsx)",
	},
	pptx: {
		mediaType: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
		label: "a PowerPoint presentation (pptx)",
	},
	odt: { mediaType: "application/vnd.oasis.opendocument.text", label: "an OpenDocument text (odt)" },
	ods: {
		mediaType: "application/vnd.oasis.opendocument.spreadsheet",
		label: "an OpenDocument spreadsheet (ods)",
	},
	odp: {
		mediaType: "application/vnd.oasis.opendocument.presentation",
		label: "an OpenDocument presentation (odp)",
	},
	rtf: { mediaType: "application/rtf", label: "an RTF document" },
	epub: { mediaType: "application/epub+zip", label: "an EPUB book" },
	png: { mediaType: "image/png", label: "a PNG image" },
	jpg: { mediaType: "image/jpeg", label: "a JPEG image" },
	svg: { mediaType: "image/svg+xml", label: "an SVG image" },
	zip: { mediaType: "application/zip", label: "a zip archive" },
} as const;

export type Format = keyof typeof formats;

/** Whether a word names a format. */
export function isFormat(word: string): word is Format {
	return Object.hasOwn(formats, word);
}
