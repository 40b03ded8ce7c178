import type { AdminContext } from "../view/admin-env.ts";

/** Whether a request has the body of a form without files, as browsers send it. */
export function isPlainForm(c: AdminContext): boolean {
	const type = c.req.header("Content-Type")?.toLowerCase() ?? "";
	return type.startsWith("application/x-www-form-urlencoded");
}
