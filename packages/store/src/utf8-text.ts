/** The text of a column that was read by `Dialect.utf8`: text already, or its UTF-8 bytes. */
export function utf8Text(value: string | Uint8Array): string {
	if (typeof value === "string") return value;
	return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("utf8");
}
