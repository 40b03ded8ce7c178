import { LIMITS } from "@cairn/scratchpad";
import { useView } from "../view/view.ts";
import { FormField } from "./form-field.tsx";

interface AgentNameProps {
	value: string;
	/** Whether what was sent can be no agent's name. */
	isFaulty: boolean;
}

/** The field for the name of an agent, which may be one to come. */
export function AgentNameField({ value, isFaulty }: AgentNameProps) {
	const { t, format } = useView();
	const most = format.number(LIMITS.agentIdCharacters);
	return (
		<FormField
			name="agent"
			label={t.tokens.agentName}
			hint={t.tokens.agentHint(most)}
			fault={isFaulty ? t.tokens.faults.agent(most) : undefined}
		>
			{(ties) => (
				<input
					{...ties}
					name="agent"
					value={value}
					required
					maxlength={LIMITS.agentIdCharacters}
					autocomplete="off"
					autocapitalize="off"
					spellcheck={false}
					dir="ltr"
				/>
			)}
		</FormField>
	);
}
