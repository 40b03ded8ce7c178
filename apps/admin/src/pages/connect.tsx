import type { Connection } from "@cairn/kernel/client-configuration";
import { ClientSetup } from "../ui/client-setup.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { renderPage } from "../view/render.tsx";
import { useView } from "../view/view.ts";
import type { Room } from "./room.ts";

/** Words for the server's shell: they are the same in every language. */
const START_WITH_TOKEN =
	'export TOOLS_REGISTRY_TOKEN=$(openssl rand -hex 24); echo "$TOOLS_REGISTRY_TOKEN"; npm start';

export const connectPage: Room = (app, services) => {
	app.get("/connect", (c) =>
		renderPage(c, {
			title: c.var.view.t.connect.title,
			room: "connect",
			body: <ConnectBody connection={services.connection} />,
		}),
	);
};

function ConnectBody({ connection }: { connection: Connection }) {
	const { t } = useView();
	return (
		<div class="guide">
			<h1>{t.connect.title}</h1>
			<p class="lede">{t.connect.lede}</p>
			<section class="part">
				<h2>{t.connect.here}</h2>
				<ClientSetup connection={connection} />
			</section>
			<section class="part">
				<h2>{t.connect.names}</h2>
				<p>{t.connect.namesText(connection.agent)}</p>
			</section>
			<section class="part">
				<h2>{t.connect.laptop}</h2>
				<ol class="steps">
					<li>
						<h3>{t.connect.openServer}</h3>
						<p>{connection.wantsToken ? t.connect.isOpen : t.connect.openServerText}</p>
						{!connection.wantsToken && <Copyable text={START_WITH_TOKEN} label={t.connect.openServerLine} />}
					</li>
					<li>
						<h3>{t.connect.prepare}</h3>
						<p>{t.connect.prepareText}</p>
						<Copyable text="npm run setup" label={t.connect.prepareLine} />
					</li>
					<li>
						<h3>{t.connect.sameEntry}</h3>
						<p>{t.connect.sameEntryText}</p>
					</li>
				</ol>
			</section>
		</div>
	);
}
