import { setCookie } from "hono/cookie";
import { formText } from "../access/form-text.ts";
import { ownPath } from "../door/own-path.ts";
import { LANGUAGES, oneOf, PREFERENCE_COOKIES, THEMES } from "../view/preferences.ts";
import type { Room } from "./room.ts";

const YEAR_SECONDS = 31_536_000;

/** What a browser keeps of its own: for whoever is at it, signed in or not. */
export const preferences: Room = (app) => {
	app.post("/preferences", async (c) => {
		const { urls } = c.var.view;
		const form = await c.req.parseBody();
		const chosen = {
			language: oneOf(LANGUAGES, formText(form, "language")),
			theme: oneOf(THEMES, formText(form, "theme")),
			keys: oneOf(["on", "off"], formText(form, "keys")),
		};
		for (const name of ["language", "theme", "keys"] as const) {
			const value = chosen[name];
			if (value === undefined) continue;
			setCookie(c, PREFERENCE_COOKIES[name], value, {
				path: urls.home(),
				maxAge: YEAR_SECONDS,
				httpOnly: true,
				sameSite: "Lax",
				secure: c.var.reach.secure,
			});
		}
		return c.redirect(ownPath(formText(form, "back"), urls.home()) ?? urls.home(), 303);
	});
};
