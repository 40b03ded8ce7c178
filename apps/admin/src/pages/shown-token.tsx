import type { IssuedToken } from "@cairn/identity";
import { addressesOf } from "../connect/addresses-of.ts";
import { answerFailure } from "../door/error-answers.tsx";
import { readShownToken, setShownToken } from "../door/shown-token-cookie.ts";
import { ShownToken } from "../ui/shown-token.tsx";
import { Snippets } from "../ui/snippets.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { renderPage } from "../view/render.tsx";
import { knownToken } from "./known-token.ts";
import type { Room } from "./room.ts";

/** Leads from a form that made a token to the page that shows it, which can be loaded again without making another. */
export function leadToShownToken(c: AdminContext, { token, record }: IssuedToken): Response {
	setShownToken(c, token);
	return c.redirect(c.var.view.urls.shownToken(record.agentId, record.id), 303);
}

/** The only page that ever shows a token, for a short time after it was made, filled into what clients take. */
export const shownTokenPage: Room = (app, services) => {
	app.get("/agents/:agent/tokens/:token/secret", async (c) => {
		const { t, urls } = c.var.view;
		const { id, agentId } = await knownToken(c, services);
		const token = readShownToken(c, id);
		if (token === undefined) {
			const { shown: title, shownText: message, toRotation: label } = t.refused;
			const see = { href: urls.tokenRotation(agentId, id), label };
			return answerFailure(c, { status: 410, title, message, see });
		}
		return renderPage(c, {
			title: t.tokens.made(agentId),
			room: "agents",
			trail: [
				{ label: t.agents.title, href: urls.agents() },
				{ label: agentId, href: urls.agent(agentId) },
				{ label: t.tokens.create },
			],
			body: (
				<div class="guide">
					<h1>{t.tokens.made(agentId)}</h1>
					<ShownToken token={token} />
					<p class="actions">
						<a class="button quiet-button" href={urls.agent(agentId)}>
							{t.tokens.toAgent(agentId)}
						</a>
					</p>
					<section class="part">
						<h2>{t.tokens.connectWith}</h2>
						<Snippets addresses={addressesOf(c, services)} agent={agentId} token={token} />
					</section>
				</div>
			),
		});
	});
};
