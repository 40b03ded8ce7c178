import { addressesOf } from "../connect/addresses-of.ts";
import type { Services } from "../services.ts";
import { ShownToken } from "../ui/shown-token.tsx";
import { Snippets } from "../ui/snippets.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { renderPage } from "../view/render.tsx";

interface Made {
	agentId: string;
	token: string;
}

/** The answer to a form that made a token: the only page that ever shows it, with it filled into what clients take. */
export function answerShownToken(c: AdminContext, services: Services, { agentId, token }: Made): Response {
	const { t, urls } = c.var.view;
	return renderPage(c, {
		title: t.tokens.made(agentId),
		room: "agents",
		status: 201,
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
}
