import { looksLikeToken } from "../tokens/token-text.ts";

/** The token of an Authorization header; undefined when there is none. */
export function bearerToken(header: string | undefined): string | undefined {
	return /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1];
}

/** Names under which tokens are put into addresses. */
const TOKEN_NAMES = ["token", "access_token", "auth_token", "api_key", "apikey", "authorization", "bearer"];

/** Whether an address carries a token, where it ends up in logs, histories and Referer headers. */
export function hasTokenInQuery(query: URLSearchParams): boolean {
	for (const [name, value] of query) {
		if (TOKEN_NAMES.includes(name.toLowerCase()) || looksLikeToken(value)) return true;
	}
	return false;
}
