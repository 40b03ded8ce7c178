import type { MiddlewareHandler } from "hono";

const CONTENT_SECURITY_POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' data:",
	"font-src 'self'",
	"connect-src 'self'",
	"form-action 'self'",
	"base-uri 'none'",
	"frame-ancestors 'none'",
].join("; ");

/** Every answer forbids inline script and style, framing, sniffing and caching, unless it already said otherwise. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
	await next();
	const headers = c.res.headers;
	if (!headers.has("Content-Security-Policy")) c.header("Content-Security-Policy", CONTENT_SECURITY_POLICY);
	if (!headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
	c.header("X-Content-Type-Options", "nosniff");
	// Not `no-referrer`: browsers then send `Origin: null` with our own forms.
	c.header("Referrer-Policy", "same-origin");
	c.header("Cross-Origin-Opener-Policy", "same-origin");
	c.header("Cross-Origin-Resource-Policy", "same-origin");
	c.header("Vary", "Cookie, Accept-Language, HX-Request-Type");
};
