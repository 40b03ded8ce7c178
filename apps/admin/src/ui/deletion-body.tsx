import type { agentRemoval } from "@cairn/store";
import { useView } from "../view/view.ts";
import { CsrfField } from "./csrf-field.tsx";
import { FormField } from "./form-field.tsx";

interface DeletionProps {
	agentId: string;
	holdings: agentRemoval.AgentHoldings;
	/** The name that was typed and isn't the agent's. */
	typed: string | undefined;
}

/** What goes with an agent, and the form that deletes it. */
export function DeletionBody({ agentId, holdings, typed }: DeletionProps) {
	const { t, urls, format } = useView();
	const { files, entries, bytes, tokens } = holdings;
	return (
		<>
			<h1>{t.deletion.title(agentId)}</h1>
			<p class="lede">{t.deletion.text}</p>
			<ul class="goes">
				<li>{t.deletion.files(files, format.number(files))}</li>
				<li>{t.deletion.logs(entries, format.number(entries))}</li>
				<li>{t.deletion.bytes(format.bytes(bytes))}</li>
				<li>{t.deletion.tokens(tokens, format.number(tokens))}</li>
			</ul>
			<p class="quiet prose">{t.deletion.stays}</p>
			<form class="claim-form" method="post" action={urls.agentDeletion(agentId)}>
				<CsrfField />
				<FormField
					name="name"
					label={t.deletion.confirm(agentId)}
					fault={typed === undefined ? undefined : t.deletion.wrongName}
				>
					{(ties) => (
						<input
							{...ties}
							name="name"
							value={typed}
							required
							autocomplete="off"
							autocapitalize="off"
							spellcheck={false}
							dir="ltr"
						/>
					)}
				</FormField>
				<p class="actions">
					<button type="submit" class="button final">
						{t.deletion.submit}
					</button>
					<a class="button quiet-button" href={urls.agent(agentId)}>
						{t.tokens.cancel}
					</a>
				</p>
			</form>
		</>
	);
}
