import { z } from "zod";
import { type ConversionOptions, type PageRanges, paperFormats } from "../conversion/conversion-options.ts";
import { conversionError } from "../conversion-error.ts";
import { designs } from "../designs/designs.ts";
import { type Format, formats, isFormat } from "../formats.ts";

const flag = z
	.enum(["1", "true", "yes", "on", "0", "false", "no", "off"], { message: "expected 1 or 0" })
	.transform((word) => ["1", "true", "yes", "on"].includes(word));

const integer = (min: number, max: number) => {
	const expected = `expected a whole number from ${min} to ${max}`;
	return z
		.string()
		.regex(/^\d{1,9}$/, expected)
		.transform(Number)
		.pipe(z.number().min(min, expected).max(max, expected));
};

const SCALE_EXPECTED = "expected a number from 0.1 to 2, such as 0.8";
const scale = z
	.string()
	.regex(/^\d(\.\d{1,3})?$/, SCALE_EXPECTED)
	.transform(Number)
	.pipe(z.number().min(0.1, SCALE_EXPECTED).max(2, SCALE_EXPECTED));

const LENGTH = "\\d{1,4}(\\.\\d{1,3})?(px|in|cm|mm)|0";
const margin = z
	.string()
	.regex(
		new RegExp(`^(${LENGTH})( +(${LENGTH})){0,3}$`),
		"expected one to four lengths such as 2cm or 15mm 2cm",
	);

const pages = z
	.string()
	.regex(/^\d{1,6}(-(\d{1,6})?)?( *, *\d{1,6}(-(\d{1,6})?)?){0,99}$/, "expected pages such as 1-3,5 or 4-")
	.transform(parseRanges)
	.refine((ranges) => ranges.every(({ first, last }) => first >= 1 && last >= first), {
		message: "expected pages such as 1-3,5, from 1 and upwards",
	});

/** `4-` goes on to the end. */
function parseRanges(text: string): PageRanges {
	return text.split(",").map((part) => {
		const [first = "", last = first] = part.trim().split("-");
		return { first: Number(first), last: last === "" ? Number.POSITIVE_INFINITY : Number(last) };
	});
}

const word = <Word extends string>(words: readonly Word[]) =>
	z.enum(words as readonly [Word, ...Word[]], { message: `expected one of ${words.join(", ")}` });

const isOneLine = (text: string) => !/\p{Cc}/u.test(text);
const marginText = z
	.string()
	.max(500, "expected at most 500 characters")
	.refine(isOneLine, "expected one line of text");

const print = {
	landscape: flag,
	format: word(paperFormats),
	margin,
	scale,
	page_ranges: z
		.string()
		.regex(/^\d{1,6}(-\d{1,6})?( *, *\d{1,6}(-\d{1,6})?){0,99}$/, "expected pages such as 1-3,5"),
	header: marginText,
	footer: marginText,
	print_background: flag,
	wait_ms: integer(0, 60_000),
	verify: flag,
};

const read = { pages, max_chars: integer(1, 100_000_000), offset: integer(0, 100_000_000) };
const formatName = (names: readonly Format[]) => word(names);

const TARGETS = ["pdf", "md", "html", "text", "png"] as const;
const SOURCES = Object.keys(formats)
	.filter(isFormat)
	.filter((format) => format !== "zip");

/** What each endpoint can be told in its query. */
export const endpointParameters = {
	html_to_pdf: z.strictObject({ ...print, theme: word(["none", "magic3"]) }).partial(),
	md_to_pdf: z
		.strictObject({ ...print, design: word(designs), engine: word(["chromium", "weasyprint"]) })
		.partial(),
	docx_to_pdf: z.strictObject({ verify: flag }).partial(),
	pdf_to_text: z.strictObject({ ...read, layout: flag }).partial(),
	convert: z
		.strictObject({
			...print,
			...read,
			theme: word(["none", "magic3"]),
			design: word(designs),
			engine: word(["chromium", "weasyprint"]),
			layout: flag,
			dpi: integer(20, 300),
			from: formatName(SOURCES),
		})
		.partial()
		.extend({ to: formatName(TARGETS) }),
} as const;

export type Endpoint = keyof typeof endpointParameters;

export type Parameters = ConversionOptions & {
	readonly from?: Format | undefined;
	readonly to?: Format | undefined;
};

/**
 * Reads an endpoint's query.
 * @throws CairnError (wrong_parameter, wrong_pages) that names what is unknown, twice there, or of a wrong value.
 */
export function parseParameters(endpoint: Endpoint, query: URLSearchParams): Parameters {
	const names = [...query.keys()];
	const twice = names.find((name, index) => names.indexOf(name) !== index);
	if (twice !== undefined) throw wrong(`${twice} is given twice`);
	const schema = endpointParameters[endpoint];
	const parsed = schema.safeParse(Object.fromEntries(query));
	if (parsed.success) return parsed.data;
	const unknown = parsed.error.issues.find((issue) => issue.code === "unrecognized_keys");
	if (unknown !== undefined) {
		const known = Object.keys(schema.shape).join(", ");
		throw wrong(`There is no parameter ${unknown.keys.map(shorten).join(", ")}; ${endpoint} takes ${known}`);
	}
	const [issue] = parsed.error.issues;
	const name = String(issue?.path[0] ?? "");
	const given = query.get(name);
	throw wrong(
		given === null ? `${name} is missing: ${issue?.message}` : `${name}=${shorten(given)}: ${issue?.message}`,
		name === "pages" || name === "page_ranges" ? "wrong_pages" : "wrong_parameter",
	);
}

/** A sentence may begin with a parameter's name, which stays as it is written. */
function wrong(what: string, reason: "wrong_parameter" | "wrong_pages" = "wrong_parameter") {
	return conversionError(reason, `${what}.`);
}

/** What a caller sent comes back to it, but neither long nor over several lines. */
function shorten(text: string): string {
	const plain = text.replaceAll(/\p{Cc}/gu, " ");
	return plain.length > 40 ? `${plain.slice(0, 40)}…` : plain;
}
