import type { AdminContext } from "../view/admin-env.ts";

/** How browsers send a form without files. */
export const PLAIN_FORM = "application/x-www-form-urlencoded";

/** Whether a request has the body of a form without files, as browsers send it. */
export function isPlainForm(c: AdminContext): boolean {
	return c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase() === PLAIN_FORM;
}
