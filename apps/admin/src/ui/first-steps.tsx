import { useView } from "../view/view.ts";
import { Copyable } from "./copyable.tsx";
import { EmptyState } from "./empty-state.tsx";

/** What to do while no agent has been here: connect one, with a configuration to copy. */
export function FirstSteps({ registryUrl }: { registryUrl: string }) {
	const { t } = useView();
	return (
		<EmptyState title={t.firstSteps.title}>
			<ol class="steps">
				<li>
					<h3>{t.firstSteps.connect}</h3>
					<p>{t.firstSteps.connectText}</p>
					<Copyable text={clientConfiguration(registryUrl)} label={t.firstSteps.configuration} />
				</li>
				<li>
					<h3>{t.firstSteps.name}</h3>
					<p>{t.firstSteps.nameText}</p>
					<Copyable text={t.firstSteps.prompt} label={t.firstSteps.promptLabel} />
				</li>
				<li>
					<h3>{t.firstSteps.look}</h3>
					<p>{t.firstSteps.lookText}</p>
				</li>
			</ol>
		</EmptyState>
	);
}

/** What an MCP client takes as its configuration file. */
function clientConfiguration(registryUrl: string): string {
	const cairn = {
		command: "/path/to/cairn/node_modules/.bin/cairn",
		args: ["mcp"],
		env: { TOOLS_REGISTRY_URL: registryUrl },
	};
	return JSON.stringify({ mcpServers: { cairn } }, undefined, 2);
}
