import { PASSWORD_CHARACTERS } from "@cairn/identity";
import { CairnError } from "@cairn/kernel";
import { formText } from "../access/form-text.ts";
import { ownerClient } from "../access/owner-client.ts";
import { tooManyTries } from "../access/too-many-tries.ts";
import { answerNotFound } from "../door/error-answers.tsx";
import { setKnownCookie } from "../door/known-cookie.ts";
import { setSessionCookie } from "../door/session-cookie.ts";
import type { Services } from "../services.ts";
import { SetupBody, type SetupFault } from "../ui/setup-body.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { renderPage } from "../view/render.tsx";
import type { Room } from "./room.ts";

/** Where the owner claims a new server. Gone once there is one. */
export const setupPage: Room = (app, services) => {
	app.get("/setup", async (c) => {
		if (await isClaimed(services)) return answerNotFound(c);
		return answerForm(c, { code: "", fault: undefined });
	});

	app.post("/setup", async (c) => {
		if (await isClaimed(services)) return answerNotFound(c);
		const form = await c.req.parseBody();
		const code = formText(form, "code").trim();
		try {
			const password = formText(form, "password");
			const { cookie, known } = await services.owner().claim(code, password, ownerClient(c));
			setSessionCookie(c, cookie);
			setKnownCookie(c, known);
			return c.redirect(c.var.view.urls.home(), 303);
		} catch (error) {
			const tries = tooManyTries(c, error);
			if (tries !== undefined) {
				return answerForm(c, { code, fault: { field: undefined, message: tries }, status: 429 });
			}
			const fault = faultOf(c, error);
			if (fault === undefined) throw error;
			return answerForm(c, { code, fault, status: 422 });
		}
	});
};

async function isClaimed(services: Services): Promise<boolean> {
	return (await services.owner().state()) === "claimed";
}

function faultOf(c: AdminContext, error: unknown): SetupFault | undefined {
	if (!(error instanceof CairnError)) return undefined;
	const { t, format } = c.var.view;
	const { min, max } = PASSWORD_CHARACTERS;
	const { argument } = error.details;
	if (argument === "code") return { field: "code", message: t.setup.wrongCode };
	if (argument === "password") {
		return { field: "password", message: t.setup.badPassword(format.number(min), format.number(max)) };
	}
	// Somebody else was faster, in the moment in which the password was hashed.
	return error.code === "not_found" ? { field: undefined, message: t.setup.claimed } : undefined;
}

interface Form {
	code: string;
	fault: SetupFault | undefined;
	status?: 422 | 429;
}

function answerForm(c: AdminContext, { code, fault, status }: Form): Response {
	return renderPage(c, {
		title: c.var.view.t.setup.title,
		...(status !== undefined && { status }),
		body: <SetupBody code={code} fault={fault} />,
	});
}
