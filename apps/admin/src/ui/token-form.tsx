import {
	LABEL_CHARACTERS,
	LEVELS,
	LIFETIMES_MS,
	TOOLSETS,
	type TokenField,
	type TokenFields,
	type Toolset,
} from "../tokens/token-form.ts";
import { useView } from "../view/view.ts";
import { AgentNameField } from "./agent-name-field.tsx";
import { CsrfField } from "./csrf-field.tsx";
import { FirstTokenNote } from "./first-token-note.tsx";
import { FormField } from "./form-field.tsx";
import { FormProblem } from "./form-problem.tsx";

interface TokenFormProps {
	action: string;
	/** Where the form leads when nothing is made. */
	back: string;
	fields: TokenFields;
	/** The field that could not be taken. */
	wrong: TokenField | undefined;
	/** Whether the form asks for the agent's name as well. */
	asksAgent: boolean;
	/** Whether the server has no token yet. */
	isFirst: boolean;
}

/** The form of a token: for an agent that there is, or with the name of one to come. */
export function TokenForm({ action, back, fields, wrong, asksAgent, isFirst }: TokenFormProps) {
	const { t, format } = useView();
	const { faults } = t.tokens;
	const most = format.number(LABEL_CHARACTERS);
	const problem = wrong === "scopes" ? faults.scopes : wrong === "choice" ? faults.choice : undefined;
	return (
		<form class="claim-form" method="post" action={action}>
			<CsrfField />
			<FormProblem message={problem} />
			{asksAgent && <AgentNameField value={fields.agent} isFaulty={wrong === "agent"} />}
			<FormField
				name="label"
				label={t.tokens.name}
				hint={t.tokens.nameHint}
				fault={wrong === "name" ? faults.name(most) : undefined}
			>
				{(ties) => (
					<input
						{...ties}
						name="label"
						value={fields.label}
						required
						maxlength={LABEL_CHARACTERS}
						autocomplete="off"
						dir="auto"
					/>
				)}
			</FormField>
			<fieldset class="levels">
				<legend>{t.tokens.allows}</legend>
				{TOOLSETS.map((toolset) => (
					<LevelField toolset={toolset} chosen={fields.levels[toolset]} />
				))}
			</fieldset>
			<FormField name="lifetime" label={t.tokens.lasts} fault={undefined}>
				{(ties) => (
					<select {...ties} name="lifetime">
						{Object.keys(LIFETIMES_MS).map((name) => (
							<option value={name} selected={name === fields.lifetime}>
								{t.tokens.lifetimes[name as keyof typeof LIFETIMES_MS]}
							</option>
						))}
					</select>
				)}
			</FormField>
			<p class="quiet small">{t.tokens.createText}</p>
			<FirstTokenNote isFirst={isFirst} />
			<p class="actions">
				<button type="submit" class="button">
					{t.tokens.submit}
				</button>
				<a class="button quiet-button" href={back}>
					{t.tokens.cancel}
				</a>
			</p>
		</form>
	);
}

function LevelField({ toolset, chosen }: { toolset: Toolset; chosen: string }) {
	const { t } = useView();
	return (
		<label>
			<span>{t.tokens.toolsets[toolset]}</span>
			<select name={toolset}>
				{LEVELS[toolset].map((level) => (
					<option value={level} selected={level === chosen}>
						{t.tokens.levels[level]}
					</option>
				))}
			</select>
		</label>
	);
}
