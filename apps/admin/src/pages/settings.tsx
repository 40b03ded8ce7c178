import { hostNameOf, PASSWORD_CHARACTERS } from "@cairn/identity";
import { CairnError } from "@cairn/kernel";
import { doerOf } from "../access/doer-of.ts";
import { formText } from "../access/form-text.ts";
import { ownerClient } from "../access/owner-client.ts";
import { tooManyTries } from "../access/too-many-tries.ts";
import { isReturned } from "../door/held-form.ts";
import { setKnownCookie } from "../door/known-cookie.ts";
import type { Services } from "../services.ts";
import type { SettingsFault } from "../settings/settings-fault.ts";
import { SettingsBody } from "../ui/settings-body.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { oneOf } from "../view/preferences.ts";
import { renderPage } from "../view/render.tsx";
import type { Room } from "./room.ts";

const DONE = ["passwordChanged", "sessionEnded", "hostAdded", "hostRemoved"] as const;

/** The owner's password and sessions, the server's names, and what this browser keeps. */
export const settingsPage: Room = (app, services) => {
	app.get("/settings", (c) => answerSettings(c, services));
	app.get("/preferences", (c) => c.redirect(`${c.var.view.urls.settings()}#browser`, 301));

	app.post("/settings/password", async (c) => {
		const form = await c.req.parseBody();
		const change = { old: formText(form, "old"), next: formText(form, "next") };
		try {
			const { session } = c.var;
			const known = await services.owner().changePassword(change, { session, client: ownerClient(c) });
			setKnownCookie(c, known);
			return toSettings(c, "passwordChanged");
		} catch (error) {
			const problem = tooManyTries(c, error);
			if (problem !== undefined) {
				return answerSettings(c, services, { fault: { field: "tries", message: problem }, status: 429 });
			}
			const fault = passwordFault(c, error);
			if (fault === undefined) throw error;
			return answerSettings(c, services, { fault, status: 422 });
		}
	});

	app.post("/settings/sessions/:id/end", async (c) => {
		await services.owner().endSession(c.req.param("id"), doerOf(c));
		return toSettings(c, "sessionEnded");
	});

	app.post("/settings/hosts", async (c) => {
		const typed = formText(await c.req.parseBody(), "host").trim();
		if (isReturned(c)) return answerSettings(c, services, { typedHost: typed });
		try {
			await services.hosts().add(typed, doerOf(c));
			return toSettings(c, "hostAdded");
		} catch (error) {
			if (!(error instanceof CairnError) || error.code !== "invalid_input") throw error;
			const { t, format } = c.var.view;
			const { most } = error.details;
			const message =
				typeof most === "number" ? t.settings.manyHosts(format.number(most)) : t.settings.badHost;
			return answerSettings(c, services, {
				fault: { field: "host", message },
				typedHost: typed,
				status: 422,
			});
		}
	});

	app.post("/settings/hosts/:name/removal", async (c) => {
		const name = c.req.param("name");
		if (name === hostNameOf(c.var.reach.host)) {
			const fault = { field: "host", message: c.var.view.t.settings.hostInUse } as const;
			return answerSettings(c, services, { fault, status: 422 });
		}
		await services.hosts().remove(name, doerOf(c));
		return toSettings(c, "hostRemoved");
	});
};

function toSettings(c: AdminContext, done: (typeof DONE)[number]): Response {
	return c.redirect(c.var.view.urls.settings({ done }), 303);
}

function passwordFault(c: AdminContext, error: unknown): SettingsFault | undefined {
	if (!(error instanceof CairnError)) return undefined;
	const { t, format } = c.var.view;
	const { min, max } = PASSWORD_CHARACTERS;
	if (error.code === "forbidden") return { field: "old", message: t.login.wrong };
	if (error.code !== "invalid_input") return undefined;
	return { field: "next", message: t.setup.badPassword(format.number(min), format.number(max)) };
}

interface Attempt {
	fault?: SettingsFault;
	typedHost?: string;
	status?: 422 | 429;
}

async function answerSettings(c: AdminContext, services: Services, attempt?: Attempt): Promise<Response> {
	const { t } = c.var.view;
	const done = oneOf(DONE, c.req.query("done"));
	const [sessions, hosts] = await Promise.all([services.owner().sessions(), services.hosts().list()]);
	return renderPage(c, {
		title: t.settings.title,
		room: "settings",
		...(attempt?.status !== undefined && { status: attempt.status }),
		body: (
			<SettingsBody
				sessions={sessions}
				current={c.var.session.id}
				hosts={hosts}
				fixedHosts={services.namedHosts}
				typedHost={attempt?.typedHost ?? ""}
				fault={attempt?.fault}
				notice={done === undefined ? undefined : t.settings[done]}
			/>
		),
	});
}
