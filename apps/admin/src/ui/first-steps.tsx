import type { Connection } from "@cairn/kernel/client-configuration";
import { useView } from "../view/view.ts";
import { ClientSetup } from "./client-setup.tsx";
import { Copyable } from "./copyable.tsx";
import { EmptyState } from "./empty-state.tsx";

/** What to do while no agent has been here: connect one, with a configuration to copy. */
export function FirstSteps({ connection }: { connection: Connection }) {
	const { t, urls } = useView();
	return (
		<EmptyState title={t.firstSteps.title}>
			<ol class="steps">
				<li>
					<h3>{t.firstSteps.connect}</h3>
					<ClientSetup connection={connection} />
					<p>
						<a href={urls.connect()}>{t.firstSteps.more}</a>
					</p>
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
