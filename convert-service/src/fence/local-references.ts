const IN_TAG = /<(?!a[\s>])[a-z][\w:-]*\s[^<>]{0,2000}?(?:src|srcset|href|poster|data)\s*=\s*["']?\s*file:/gi;
const IN_STYLE = /(?:url\(|@import)\s*["']?\s*file:/gi;

/**
 * How often a page asks for a file of the disk that it lies on. Chromium refuses these before they become a request, so that
 * only its text tells. Links are no references: they lead there when somebody follows them.
 */
export function countLocalReferences(html: string): number {
	return [IN_TAG, IN_STYLE].reduce((count, pattern) => count + (html.match(pattern)?.length ?? 0), 0);
}
