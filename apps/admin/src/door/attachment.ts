import { plainText } from "../text/hostile-text.ts";

/** The headers of an answer that is only ever a download: nothing of it runs in this origin. */
export function attachmentHeaders(name: string, type: string): Record<string, string> {
	return {
		"Content-Type": type,
		"Content-Disposition": disposition(name),
		"Content-Security-Policy": "default-src 'none'; sandbox",
	};
}

/** Names the file twice (RFC 6266): in ASCII for old programs, and as it is but for what hides or reorders. */
function disposition(name: string): string {
	const ascii = name.replace(/[^A-Za-z0-9._ -]/g, "_");
	const encoded = encodeURIComponent(plainText(name).toWellFormed()).replace(
		/['()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
