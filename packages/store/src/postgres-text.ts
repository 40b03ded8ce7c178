const NUL = "\0";
/** Begins the two characters that stand for NUL, or for itself. */
const SIGN = "\u0001";
const NUL_TOLD = `${SIGN}\u0001`;
const SIGN_TOLD = `${SIGN}\u0002`;
const TOLD = new RegExp(`${SIGN}(.)`, "gs");

/**
 * A text of PostgreSQL can't hold NUL, one of SQLite can. So NUL goes as two characters that begin with U+0001, and so does
 * U+0001 itself: every text comes back as it was, and all of them stay in the order of their bytes.
 */
export function toPostgresText(text: string): string {
	if (!text.includes(NUL) && !text.includes(SIGN)) return text;
	return text.replaceAll(SIGN, SIGN_TOLD).replaceAll(NUL, NUL_TOLD);
}

/** The text that `toPostgresText` was given. */
export function fromPostgresText(text: string): string {
	if (!text.includes(SIGN)) return text;
	return text.replace(TOLD, (_, second) => (second === SIGN ? NUL : SIGN));
}
