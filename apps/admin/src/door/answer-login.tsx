import { LoginBody, type LoginForm } from "../ui/login-body.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { renderPage } from "../view/render.tsx";

/** Answers with the page where the owner signs in. */
export function answerLogin(
	c: AdminContext,
	{ status, ...form }: LoginForm & { status?: 401 | 422 | 429 },
): Response {
	return renderPage(c, {
		title: c.var.view.t.login.title,
		...(status !== undefined && { status }),
		body: <LoginBody {...form} />,
	});
}
