import { doerOf } from "../access/doer-of.ts";
import { formText } from "../access/form-text.ts";
import { addressesOf } from "../connect/addresses-of.ts";
import { openServerLines } from "../connect/open-server.ts";
import type { ServerAddresses } from "../connect/server-addresses.ts";
import { isReturned } from "../door/held-form.ts";
import type { Services } from "../services.ts";
import { isFirstToken } from "../tokens/is-first-token.ts";
import { newTokenFields, tokenOrder } from "../tokens/token-form.ts";
import { AgentNameField } from "../ui/agent-name-field.tsx";
import { ClientSetup } from "../ui/client-setup.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { CsrfField } from "../ui/csrf-field.tsx";
import { FirstTokenNote } from "../ui/first-token-note.tsx";
import { Snippets } from "../ui/snippets.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { renderPage } from "../view/render.tsx";
import { useView } from "../view/view.ts";
import type { Room } from "./room.ts";
import { leadToShownToken } from "./shown-token.tsx";

/** How to connect a client, with this server's own addresses, and on request with a fresh token. */
export const connectPage: Room = (app, services) => {
	app.get("/connect", (c) =>
		answerConnect(c, services, { agent: services.connection.agent, isFaulty: false }),
	);

	app.post("/connect", async (c) => {
		const agent = formText(await c.req.parseBody(), "agent").trim();
		if (isReturned(c)) return answerConnect(c, services, { agent, isFaulty: false });
		const order = tokenOrder(newTokenFields(agent, c.var.view.t.connect.label));
		if ("wrong" in order) return answerConnect(c, services, { agent, isFaulty: true });
		const { agentId, label, scopes } = order;
		return leadToShownToken(c, await services.tokens().create({ agentId, label, scopes }, doerOf(c)));
	});
};

interface Form {
	/** The name in the form. */
	agent: string;
	isFaulty: boolean;
}

async function answerConnect(c: AdminContext, services: Services, form: Form): Promise<Response> {
	const isFirst = await isFirstToken(services);
	return renderPage(c, {
		title: c.var.view.t.connect.title,
		room: "connect",
		status: form.isFaulty ? 422 : 200,
		body: (
			<ConnectBody services={services} addresses={addressesOf(c, services)} form={form} isFirst={isFirst} />
		),
	});
}

interface ConnectProps {
	services: Services;
	addresses: ServerAddresses;
	form: Form;
	/** Whether the server has no token yet. */
	isFirst: boolean;
}

function ConnectBody({ services: { connection }, addresses, form, isFirst }: ConnectProps) {
	const { t, urls } = useView();
	const lines = openServerLines(connection);
	return (
		<div class="guide">
			<h1>{t.connect.title}</h1>
			<p class="lede">{t.connect.lede}</p>
			<section class="part">
				<h2>{t.connect.fresh}</h2>
				<p>{t.connect.freshText}</p>
				<FreshToken form={form} isFirst={isFirst} />
				<p>
					<a href={urls.newAgent()}>{t.connect.otherScopes}</a>
				</p>
			</section>
			<section class="part">
				<h2>{t.connect.clients}</h2>
				<p>{t.connect.clientsText}</p>
				<Snippets addresses={addresses} agent={connection.agent} />
			</section>
			<section class="part">
				<h2>{t.connect.names}</h2>
				<p>{t.connect.namesText(connection.agent)}</p>
			</section>
			<section class="part">
				<h2>{t.connect.openServer}</h2>
				<p>{lines === undefined ? t.connect.isOpen : t.connect.openServerText}</p>
				{lines !== undefined && <Copyable text={lines} label={t.connect.openServerLine} />}
			</section>
			<section class="part">
				<h2>{t.connect.here}</h2>
				<ClientSetup connection={connection} />
			</section>
		</div>
	);
}

/** The button that makes a token for a named agent. */
function FreshToken({ form, isFirst }: Pick<ConnectProps, "form" | "isFirst">) {
	const { t, urls } = useView();
	return (
		<form class="claim-form" method="post" action={urls.connect()}>
			<CsrfField />
			<AgentNameField value={form.agent} isFaulty={form.isFaulty} />
			<FirstTokenNote isFirst={isFirst} />
			<p class="actions">
				<button type="submit" class="button">
					{t.connect.make}
				</button>
			</p>
		</form>
	);
}
