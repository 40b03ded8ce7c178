import type { MiddlewareHandler } from "hono";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** Refuses what changes something when another site sent it: Sec-Fetch-Site decides, else Origin against Host. */
export const originGuard: MiddlewareHandler = async (c, next) => {
	if (SAFE.has(c.req.method)) return next();
	const site = c.req.header("Sec-Fetch-Site");
	const own =
		site === undefined ? isOwnOrigin(c.req.header("Origin"), c.req.header("Host")) : site === "same-origin";
	if (own) return next();
	return c.text(
		"This form was sent from another site. Open this server's own page and send it again.\n",
		403,
	);
};

function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
	return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
