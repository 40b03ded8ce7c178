import { type Connection, clientConfiguration } from "@cairn/kernel/client-configuration";
import { useView } from "../view/view.ts";
import { Copyable } from "./copyable.tsx";

/** What a client of this machine needs, to copy: as a configuration, and as a line for Claude Code. */
export function ClientSetup({ connection }: { connection: Connection }) {
	const { t } = useView();
	const { json, claude } = clientConfiguration(connection, t.connect.tokenPlaces);
	return (
		<>
			<p>
				{t.connect.setup} {connection.command === undefined && t.connect.noCommand}
			</p>
			<Copyable text={json} label={t.connect.configuration} />
			<p>{t.connect.orClaude}</p>
			<Copyable text={claude} label={t.connect.claudeLine} />
			{connection.wantsToken && <p>{t.connect.token}</p>}
		</>
	);
}
