import { deleteAgent, previewAgentDeletion } from "@cairn/identity";
import { CairnError } from "@cairn/kernel";
import { doerOf } from "../access/doer-of.ts";
import { formText } from "../access/form-text.ts";
import { PageError } from "../door/page-error.ts";
import type { Services } from "../services.ts";
import { DeletionBody } from "../ui/deletion-body.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { renderPage } from "../view/render.tsx";
import type { Room } from "./room.ts";

/** Deletes an agent with all that it keeps, once its name was typed below the list of what goes. */
export const agentDeletionPage: Room = (app, services) => {
	app.get("/agents/:agent/deletion", (c) => answerDeletion(c, services));

	app.post("/agents/:agent/deletion", async (c) => {
		const id = c.req.param("agent");
		const typed = formText(await c.req.parseBody(), "name").trim();
		if (typed !== id) return answerDeletion(c, services, typed);
		await unlessUnknown(c, id, () =>
			deleteAgent({ store: services.store(), clock: services.clock }, id, doerOf(c)),
		);
		return c.redirect(c.var.view.urls.agents({ deleted: id }), 303);
	});
};

async function answerDeletion(c: AdminContext, services: Services, typed?: string): Promise<Response> {
	const { t, urls } = c.var.view;
	const id = c.req.param("agent") ?? "";
	const holdings = await unlessUnknown(c, id, () => previewAgentDeletion({ store: services.store() }, id));
	const title = t.deletion.title(id);
	return renderPage(c, {
		title,
		room: "agents",
		status: typed === undefined ? 200 : 422,
		trail: [
			{ label: t.agents.title, href: urls.agents() },
			{ label: id, href: urls.agent(id) },
			{ label: title },
		],
		body: <DeletionBody agentId={id} holdings={holdings} typed={typed} />,
	});
}

/** @throws CairnError `not_found` in the page's own words, with the way back to the list. */
async function unlessUnknown<Result>(
	c: AdminContext,
	id: string,
	work: () => Promise<Result>,
): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof CairnError) || error.code !== "not_found") throw error;
		const { t, urls } = c.var.view;
		const see = { href: urls.agents(), label: t.errors.toAgents };
		throw new PageError("not_found", t.agent.unknown(id), { see });
	}
}
