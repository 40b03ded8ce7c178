import { CairnError } from "@cairn/kernel";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { formText } from "../access/form-text.ts";
import { ownerClient } from "../access/owner-client.ts";
import { tooManyTries } from "../access/too-many-tries.ts";
import { answerLogin } from "../door/answer-login.tsx";
import { type HeldForm, readHeldForm, returnOf } from "../door/held-form.ts";
import { setKnownCookie } from "../door/known-cookie.ts";
import { ownPath } from "../door/own-path.ts";
import {
	clearSessionCookie,
	readSessionCookie,
	SESSION_COOKIE,
	setSessionCookie,
} from "../door/session-cookie.ts";
import type { Services } from "../services.ts";
import type { AdminContext } from "../view/admin-env.ts";
import type { Room } from "./room.ts";

/** Where a session of the owner begins and ends. */
export const loginPage: Room = (app, services) => {
	app.get("/login", async (c) => {
		const { t, urls } = c.var.view;
		const next = placeAfter(c, c.req.query("next"));
		if ((await services.owner().state()) === "unclaimed") return c.redirect(urls.setup(), 303);
		if (await isSignedIn(c, services)) return c.redirect(next, 303);
		const done = c.req.query("ended") === "1" ? t.access.ended : undefined;
		return answerLogin(c, { next, notice: c.req.query("out") === "1" ? t.access.signedOut : done });
	});

	app.post("/login", async (c) => {
		const form = await c.req.parseBody();
		const next = placeAfter(c, formText(form, "next"));
		const held = readHeldForm(form);
		try {
			const before = readSessionCookie(c);
			const password = formText(form, "password");
			const { cookie, known } = await services.owner().login(password, ownerClient(c));
			if (before !== undefined) await services.owner().logout(before, ownerClient(c));
			setSessionCookie(c, cookie);
			setKnownCookie(c, known);
			return held === undefined ? c.redirect(next, 303) : await bringBack(c, held, cookie);
		} catch (error) {
			const problem = tooManyTries(c, error);
			if (problem !== undefined) return answerLogin(c, { next, held, problem, status: 429 });
			if (!(error instanceof CairnError)) throw error;
			if (error.code === "not_found") return c.redirect(c.var.view.urls.setup(), 303);
			if (error.code !== "forbidden") throw error;
			return answerLogin(c, { next, held, fault: c.var.view.t.login.wrong, status: 422 });
		}
	});

	/** The page of a form that came when its session had ended, filled in as it was sent. */
	async function bringBack(c: AdminContext, held: HeldForm, cookie: string): Promise<Response> {
		const session = { name: SESSION_COOKIE, value: cookie };
		const answer = await app.fetch(returnOf(c, held, session), c.env);
		const type = answer.headers.get("Content-Type") ?? "text/html; charset=UTF-8";
		return c.body(await answer.text(), answer.status as ContentfulStatusCode, { "Content-Type": type });
	}

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
