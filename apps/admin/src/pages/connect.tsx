import type { Connection } from "@cairn/kernel/client-configuration";
import { convertPlace, openServerLines } from "../connect/open-server.ts";
import { ClientSetup } from "../ui/client-setup.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { renderPage } from "../view/render.tsx";
import { useView } from "../view/view.ts";
import type { Room } from "./room.ts";

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
	const lines = openServerLines(connection);
	const convert = convertPlace(connection);
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
						<p>{lines === undefined ? t.connect.isOpen : t.connect.openServerText}</p>
						{lines !== undefined && <Copyable text={lines} label={t.connect.openServerLine} />}
					</li>
					<li>
						<h3>{t.connect.prepare}</h3>
						<p>{t.connect.prepareText}</p>
						<Copyable text="npm run setup" label={t.connect.prepareLine} />
					</li>
					<li>
						<h3>{t.connect.sameEntry}</h3>
						<p>{t.connect.sameEntryText}</p>
						{convert?.port !== undefined && <p>{t.connect.ownConvert(convert.port)}</p>}
						{convert?.url !== undefined && <p>{t.connect.otherConvert(convert.url)}</p>}
					</li>
				</ol>
			</section>
		</div>
	);
}
