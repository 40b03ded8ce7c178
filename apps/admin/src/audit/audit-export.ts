import type { events } from "@cairn/store";

export const EXPORT_FORMATS = ["ndjson", "csv"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
	ndjson: "application/x-ndjson; charset=utf-8",
	csv: "text/csv; charset=utf-8",
};

const COLUMNS = [
	"id",
	"at",
	"actor",
	"token_id",
	"agent_id",
	"action",
	"object",
	"outcome",
	"address",
	"request_id",
	"version",
	"entry_id",
	"bytes",
	"bytes_saved",
	"before_hash",
	"after_hash",
	"shape",
	"prev_hash",
	"hash",
] as const satisfies readonly (keyof events.StoredEvent)[];

/** What stands before the first event. */
export function exportHead(format: ExportFormat): string {
	return format === "csv" ? `${COLUMNS.join(",")}\r\n` : "";
}

/** One event as a line. Times are UTC, as ISO 8601 has them. */
export function exportLine(format: ExportFormat, event: events.StoredEvent): string {
	const fields = COLUMNS.map((name) => [
		name,
		name === "at" ? new Date(event.at).toISOString() : event[name],
	]);
	if (format === "ndjson") return `${JSON.stringify(Object.fromEntries(fields))}\n`;
	return `${fields.map(([, value]) => csvField(value)).join(",")}\r\n`;
}

/**
 * A field of RFC 4180. What a spreadsheet would run as a formula gets an apostrophe before it, since agents choose what
 * objects are called.
 */
function csvField(value: unknown): string {
	const text = value === null ? "" : String(value);
	const safe = typeof value === "string" && /^\s*[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
