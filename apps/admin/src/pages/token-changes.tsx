import type { AgentToken } from "@cairn/identity";
import type { Child } from "hono/jsx";
import { doerOf } from "../access/doer-of.ts";
import { PageError } from "../door/page-error.ts";
import type { Services } from "../services.ts";
import { OVERLAPS_MS } from "../tokens/token-form.ts";
import { CsrfField } from "../ui/csrf-field.tsx";
import { FormField } from "../ui/form-field.tsx";
import { MarkedText } from "../ui/marked-text.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { oneOf } from "../view/preferences.ts";
import { renderPage } from "../view/render.tsx";
import { useView } from "../view/view.ts";
import { knownToken } from "./known-token.ts";
import type { Room } from "./room.ts";
import { leadToShownToken } from "./shown-token.tsx";

const OVERLAPS = Object.keys(OVERLAPS_MS) as (keyof typeof OVERLAPS_MS)[];

/** What the owner does to a token that there is: pause, resume, rotate and revoke it. */
export const tokenChanges: Room = (app, services) => {
	const { pauseToken, resumeToken, revokeToken } = changesOf(services);
	app.post("/agents/:agent/tokens/:token/pause", pauseToken);
	app.post("/agents/:agent/tokens/:token/resumption", resumeToken);
	app.post("/agents/:agent/tokens/:token/revocation", revokeToken);

	app.get("/agents/:agent/tokens/:token/revocation", async (c) => {
		const { t, urls } = c.var.view;
		const token = await knownToken(c, services);
		return answerQuestion(c, token, {
			title: t.tokens.revokeTitle,
			text: t.tokens.revokeText,
			action: urls.tokenRevocation(token.agentId, token.id),
			submit: t.tokens.revokeSubmit,
			isFinal: true,
		});
	});

	app.get("/agents/:agent/tokens/:token/rotation", async (c) =>
		answerRotation(c, await knownToken(c, services)),
	);

	app.post("/agents/:agent/tokens/:token/rotation", async (c) => {
		const { id } = await knownToken(c, services);
		const chosen = (await c.req.parseBody()).overlap;
		const overlap = oneOf(OVERLAPS, typeof chosen === "string" ? chosen : undefined);
		if (overlap === undefined) throw new PageError("invalid_input", c.var.view.t.tokens.faults.choice);
		const overlapMs = OVERLAPS_MS[overlap];
		return leadToShownToken(c, await services.tokens().rotate(id, { overlapMs }, doerOf(c)));
	});
};

function changesOf(services: Services) {
	const change =
		(verb: "pause" | "resume" | "revoke", done: "paused" | "resumed" | "revoked") =>
		async (c: AdminContext): Promise<Response> => {
			const { agentId, id } = await knownToken(c, services);
			await services.tokens()[verb](id, doerOf(c));
			return c.redirect(`${c.var.view.urls.agent(agentId)}?token=${done}#tokens`, 303);
		};
	return {
		pauseToken: change("pause", "paused"),
		resumeToken: change("resume", "resumed"),
		revokeToken: change("revoke", "revoked"),
	};
}

function answerRotation(c: AdminContext, token: AgentToken): Response {
	const { t, urls } = c.var.view;
	return answerQuestion(c, token, {
		title: t.tokens.rotateTitle,
		text: t.tokens.rotateText,
		action: urls.tokenRotation(token.agentId, token.id),
		submit: t.tokens.rotateSubmit,
		field: (
			<FormField name="overlap" label={t.tokens.overlap} fault={undefined}>
				{(ties) => (
					<select {...ties} name="overlap">
						{OVERLAPS.map((overlap) => (
							<option value={overlap} selected={overlap === "d1"}>
								{t.tokens.overlaps[overlap]}
							</option>
						))}
					</select>
				)}
			</FormField>
		),
	});
}

interface Question {
	title: string;
	text: string;
	action: string;
	submit: string;
	/** Whether it ends the token for good. */
	isFinal?: boolean;
	field?: Child;
}

/** A page that asks once more before a token changes for good. */
function answerQuestion(c: AdminContext, token: AgentToken, question: Question): Response {
	const { t, urls } = c.var.view;
	return renderPage(c, {
		title: question.title,
		room: "agents",
		trail: [
			{ label: t.agents.title, href: urls.agents() },
			{ label: token.agentId, href: urls.agent(token.agentId) },
			{ label: token.label },
		],
		body: <QuestionBody token={token} {...question} />,
	});
}

function QuestionBody({ token, ...question }: Question & { token: AgentToken }) {
	const { t, urls } = useView();
	const { title, text, action, submit, isFinal, field } = question;
	return (
		<>
			<h1>{title}</h1>
			<p class="lede">{text}</p>
			<p class="claim-quote">
				<MarkedText text={token.label} /> <code class="quiet small">cairn_{token.id}_…</code>
			</p>
			<form class="claim-form" method="post" action={action}>
				<CsrfField />
				{field}
				<p class="actions">
					<button type="submit" class={isFinal ? "button final" : "button"}>
						{submit}
					</button>
					<a class="button quiet-button" href={`${urls.agent(token.agentId)}#tokens`}>
						{t.tokens.cancel}
					</a>
				</p>
			</form>
		</>
	);
}
