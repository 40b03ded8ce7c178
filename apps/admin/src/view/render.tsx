import type { Child } from "hono/jsx";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { Layout, type PageHead } from "../ui/layout.tsx";
import type { AdminContext } from "./admin-env.ts";
import { ViewContext } from "./view.ts";

/** Answers with a whole page. */
export function renderPage(
	c: AdminContext,
	page: PageHead & { status?: ContentfulStatusCode; body: Child },
): Response {
	const { body, status = 200, ...head } = page;
	const html = (
		<ViewContext.Provider value={c.var.view}>
			<Layout {...head}>{body}</Layout>
		</ViewContext.Provider>
	);
	return c.html(`<!doctype html>${html}`, status);
}

/** Answers with a piece of a page, for htmx to put in its place. */
export function renderFragment(c: AdminContext, body: Child, status: ContentfulStatusCode = 200): Response {
	return c.html(fragmentText(c, body), status);
}

/** A piece of a page as text, its ages counted from an instant, which in a stream is later than the request. */
export function fragmentText(c: AdminContext, body: Child, now: number = c.var.view.now): string {
	return `${<ViewContext.Provider value={{ ...c.var.view, now }}>{body}</ViewContext.Provider>}`;
}

/** Whether htmx asks for a piece to put into a page rather than for the page. */
export function wantsFragment(c: AdminContext): boolean {
	return c.req.header("HX-Request-Type") === "partial";
}
