import type { MiddlewareHandler } from "hono";

const LOOPBACK = /^(localhost|[a-z0-9-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * Answers only to loopback names: a foreign page that points its own name at this machine (DNS rebinding) gets
 * 421, as the browser sends that name along.
 */
export const hostGuard: MiddlewareHandler = async (c, next) => {
	const host = c.req.header("Host") ?? new URL(c.req.url).host;
	if (LOOPBACK.test(host)) return next();
	return c.text("This server answers to localhost and 127.0.0.1 only. Open it by one of these names.\n", 421);
};
