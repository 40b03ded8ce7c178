import { parsePercent } from "../claims/claim-form.ts";
import type { Services } from "../services.ts";
import type { AdminContext } from "../view/admin-env.ts";
import { oneOf } from "../view/preferences.ts";
import { changeClaims } from "./change-claims.ts";
import { answerClaim } from "./claim.tsx";
import { answerClaims } from "./claims.tsx";
import { answerDecay } from "./decay.tsx";
import { knownClaim } from "./known-claim.ts";
import type { Room } from "./room.ts";

/** As many as a page can show, and some. */
const BULK = 200;

/** What the owner does to claims that there are: confirm and retract, one or many. */
export const claimDecisions: Room = (app, services) => {
	app.post("/claims/bulk", async (c) => {
		const { t } = c.var.view;
		const form = await c.req.parseBody({ all: true });
		const action = oneOf(["confirm", "retract"], typeof form.action === "string" ? form.action : undefined);
		const ids = [form.id ?? []].flat().filter((id) => typeof id === "string");
		const back = backFrom(c, form.back);
		if (action === undefined || ids.length === 0)
			return answerAgain(c, services, back, t.claims.noneSelected);
		const change = changeClaims(c, services);
		for (const id of ids.slice(0, BULK)) await change.call(`claim_${action}`, { id });
		const done = action === "confirm" ? "confirmed" : "retracted";
		back.searchParams.set(done, String(Math.min(BULK, ids.length)));
		// The list has changed, so that its later pages begin elsewhere.
		back.searchParams.delete("cursor");
		return c.redirect(`${back.pathname}${back.search}`, 303);
	});

	app.post("/claims/:id/confirmation", async (c) => {
		const { urls } = c.var.view;
		const { id } = await knownClaim(c, services);
		const typed = (await c.req.parseBody()).confidence;
		const text = typeof typed === "string" ? typed.trim() : "";
		const confidence = text === "" ? undefined : parsePercent(text);
		if (text !== "" && confidence === undefined) return answerClaim(c, services, text);
		await changeClaims(c, services).call("claim_confirm", {
			id,
			...(confidence !== undefined && { confidence }),
		});
		return c.redirect(`${urls.claim(id)}?confirmed=1`, 303);
	});

	app.post("/claims/:id/retraction", async (c) => {
		const { urls } = c.var.view;
		const { id } = await knownClaim(c, services);
		await changeClaims(c, services).call("claim_retract", { id });
		const back = (await c.req.parseBody()).back;
		const toInbox = back === "contradictions";
		return c.redirect(toInbox ? urls.contradictions() : `${urls.claim(id)}?retracted=1`, 303);
	});
};

/** Where the form came from, if that is a list of claims; else the list of all. */
function backFrom(c: AdminContext, back: unknown): URL {
	const { urls } = c.var.view;
	const base = "http://cairn.invalid";
	const list = new URL(urls.claims(), base);
	if (typeof back !== "string" || !URL.canParse(back, base)) return list;
	const url = new URL(back, base);
	for (const done of ["confirmed", "retracted"]) url.searchParams.delete(done);
	return url.origin === base && [urls.claims(), urls.decay()].includes(url.pathname) ? url : list;
}

/** The page that the form stands on, with what is wrong. */
async function answerAgain(
	c: AdminContext,
	services: Services,
	back: URL,
	problem: string,
): Promise<Response> {
	const query = Object.fromEntries(back.searchParams);
	const answer = back.pathname === c.var.view.urls.decay() ? answerDecay : answerClaims;
	return answer(c, services, query, problem);
}
