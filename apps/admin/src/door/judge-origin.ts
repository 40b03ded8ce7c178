/** What a request tells of the page that sent it. */
export interface Provenance {
	/** The headers Sec-Fetch-Site and Origin. */
	site: string | undefined;
	origin: string | undefined;
	/** The host and port by which the browser reached this server. */
	host: string;
	/** Whether it did so over https. */
	secure: boolean;
}

/** `unsaid` by browsers that send neither header, and by programs. */
export type Verdict = "own" | "foreign" | "unsaid";

/**
 * Whether a page of ours sent a request: Sec-Fetch-Site decides, which browsers send over https and to this machine, else
 * Origin against the host. Another port or another scheme of this host is another site, and so is `Origin: null`.
 */
export function judgeOrigin({ site, origin, host, secure }: Provenance): Verdict {
	if (site !== undefined) return site === "same-origin" ? "own" : "foreign";
	if (origin === undefined) return "unsaid";
	const own = `${secure ? "https" : "http"}://${host}`;
	const isOwn = URL.canParse(origin) && URL.canParse(own) && new URL(origin).origin === new URL(own).origin;
	return isOwn ? "own" : "foreign";
}
