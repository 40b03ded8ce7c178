import { doerOf } from "../access/doer-of.ts";
import { isReturned } from "../door/held-form.ts";
import type { Services } from "../services.ts";
import { isFirstToken } from "../tokens/is-first-token.ts";
import {
	newTokenFields,
	readTokenFields,
	type TokenField,
	type TokenFields,
	tokenOrder,
} from "../tokens/token-form.ts";
import { TokenForm } from "../ui/token-form.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { renderPage } from "../view/render.tsx";
import { listedAgent } from "./listed-agent.ts";
import type { Room } from "./room.ts";
import { leadToShownToken } from "./shown-token.tsx";

/** The forms that make a token: for an agent that there is, and for one to come, whose name is asked for as well. */
export const newTokenPage: Room = (app, services) => {
	app.get("/agents/:agent/tokens/new", async (c) => {
		const { id } = await listedAgent(c, services);
		return answerForm(c, services, { fields: newTokenFields(id, ""), agent: id });
	});

	app.post("/agents/:agent/tokens", async (c) => {
		const { id } = await listedAgent(c, services);
		const fields = { ...readTokenFields(await c.req.parseBody()), agent: id };
		return makeToken(c, services, { fields, agent: id });
	});

	app.get("/new-agent", (c) =>
		answerForm(c, services, {
			fields: newTokenFields("", c.var.view.t.tokens.nameDefault),
			agent: undefined,
		}),
	);

	app.post("/new-agent", async (c) =>
		makeToken(c, services, { fields: readTokenFields(await c.req.parseBody()), agent: undefined }),
	);
};

interface Form {
	fields: TokenFields;
	/** The agent that the token is for; undefined when the form asks for its name. */
	agent: string | undefined;
	wrong?: TokenField;
}

async function makeToken(c: AdminContext, services: Services, form: Form): Promise<Response> {
	if (isReturned(c)) return answerForm(c, services, form);
	const order = tokenOrder(form.fields);
	if ("wrong" in order) return answerForm(c, services, { ...form, wrong: order.wrong });
	const { agentId, label, scopes, lifetimeMs } = order;
	const expiresAt = lifetimeMs === undefined ? undefined : services.clock.now() + lifetimeMs;
	const given = { agentId, label, scopes, ...(expiresAt !== undefined && { expiresAt }) };
	return leadToShownToken(c, await services.tokens().create(given, doerOf(c)));
}

async function answerForm(
	c: AdminContext,
	services: Services,
	{ fields, agent, wrong }: Form,
): Promise<Response> {
	const { t, urls } = c.var.view;
	const title = agent === undefined ? t.tokens.newAgent : t.tokens.createFor(agent);
	const isFirst = await isFirstToken(services);
	const toAgent = agent === undefined ? [] : [{ label: agent, href: urls.agent(agent) }];
	return renderPage(c, {
		title,
		room: "agents",
		status: wrong === undefined ? 200 : 422,
		trail: [
			{ label: t.agents.title, href: urls.agents() },
			...toAgent,
			{ label: agent === undefined ? title : t.tokens.create },
		],
		body: (
			<>
				<h1>{title}</h1>
				<p class="lede">{agent === undefined ? t.tokens.newAgentText : t.tokens.text}</p>
				<TokenForm
					action={agent === undefined ? urls.newAgent() : urls.tokens(agent)}
					back={agent === undefined ? urls.agents() : urls.agent(agent)}
					fields={fields}
					wrong={wrong}
					asksAgent={agent === undefined}
					isFirst={isFirst}
				/>
			</>
		),
	});
}
