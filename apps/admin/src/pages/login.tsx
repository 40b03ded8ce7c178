import { CairnError } from "@cairn/kernel";
import { formText } from "../access/form-text.ts";
import { ownerClient } from "../access/owner-client.ts";
import { tooManyTries } from "../access/too-many-tries.ts";
import { ownPath } from "../door/own-path.ts";
import { clearSessionCookie, readSessionCookie, setSessionCookie } from "../door/session-cookie.ts";
import type { Services } from "../services.ts";
import { LoginBody } from "../ui/login-body.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { renderPage } from "../view/render.tsx";
import type { Room } from "./room.ts";

/** Where a session of the owner begins and ends. */
export const loginPage: Room = (app, services) => {
	app.get("/login", async (c) => {
		const { t, urls } = c.var.view;
		const next = placeAfter(c, c.req.query("next"));
		if ((await services.owner().state()) === "unclaimed") return c.redirect(urls.setup(), 303);
		if (await isSignedIn(c, services)) return c.redirect(next, 303);
		const done = c.req.query("ended") === "1" ? t.access.ended : undefined;
		return answerForm(c, { next, notice: c.req.query("out") === "1" ? t.access.signedOut : done });
	});

	app.post("/login", async (c) => {
		const form = await c.req.parseBody();
		const next = placeAfter(c, formText(form, "next"));
		try {
			const before = readSessionCookie(c);
			const { cookie } = await services.owner().login(formText(form, "password"), ownerClient(c));
			if (before !== undefined) await services.owner().logout(before, ownerClient(c));
			setSessionCookie(c, cookie);
			return c.redirect(next, 303);
		} catch (error) {
			const problem = tooManyTries(c, error);
			if (problem !== undefined) return answerForm(c, { next, problem, status: 429 });
			if (!(error instanceof CairnError)) throw error;
			if (error.code === "not_found") return c.redirect(c.var.view.urls.setup(), 303);
			if (error.code !== "forbidden") throw error;
			return answerForm(c, { next, fault: c.var.view.t.login.wrong, status: 422 });
		}
	});

	app.post("/logout", async (c) => {
		const cookie = readSessionCookie(c);
		if (cookie !== undefined) await services.owner().logout(cookie, ownerClient(c));
		clearSessionCookie(c);
		return c.redirect(`${c.var.view.urls.login()}?out=1`, 303);
	});
};

/** Where to go once signed in: a page of ours, and not one of these. */
function placeAfter(c: AdminContext, wanted: string | undefined): string {
	const { urls } = c.var.view;
	const path = ownPath(wanted, urls.home());
	const isDoor = [urls.login(), urls.logout(), urls.setup()].some((door) => path?.startsWith(door));
	return path === undefined || isDoor ? urls.home() : path;
}

async function isSignedIn(c: AdminContext, services: Services): Promise<boolean> {
	const cookie = readSessionCookie(c);
	return cookie !== undefined && (await services.owner().session(cookie)) !== undefined;
}

interface Form {
	next: string;
	/** What led here, in a sentence. */
	notice?: string | undefined;
	fault?: string;
	problem?: string;
	status?: 422 | 429;
}

function answerForm(c: AdminContext, { next, notice, fault, problem, status }: Form): Response {
	return renderPage(c, {
		title: c.var.view.t.login.title,
		...(status !== undefined && { status }),
		body: <LoginBody next={next} notice={notice} fault={fault} problem={problem} />,
	});
}
