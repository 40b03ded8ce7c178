import { ROUTINE_CONTEXTS, ROUTINE_LIMITS } from "@cairn/discovery/routines";
import { useView } from "../view/view.ts";
import { CsrfField } from "./csrf-field.tsx";
import { FormField } from "./form-field.tsx";

/** The fields of the form of a routine, as they were typed. */
export interface RoutineFields {
	name: string;
	text: string;
	context: string;
}

export type RoutineField = keyof RoutineFields;

export interface RoutineFault {
	/** Undefined when it is about the whole. */
	field: RoutineField | undefined;
	message: string;
}

export interface RoutineFormProps {
	fields: RoutineFields;
	fault: RoutineFault | undefined;
	/** The routine to edit, and the state that the form starts from. */
	editing?: { id: string; seen: number } | undefined;
}

/** The form of a routine: empty, filled with one that there is, or with what was sent and could not be taken. */
export function RoutineForm({ fields, fault, editing }: RoutineFormProps) {
	const { t, urls } = useView();
	return (
		<form
			class="claim-form"
			method="post"
			action={editing === undefined ? urls.routines() : urls.routineEdit(editing.id)}
		>
			<CsrfField />
			{fault !== undefined && <FaultSummary fault={fault} />}
			{editing !== undefined && <input type="hidden" name="seen" value={String(editing.seen)} />}
			<Fields fields={fields} fault={fault} />
			<p class="actions">
				<button type="submit" class="button">
					{editing === undefined ? t.routineForm.add : t.routineForm.save}
				</button>
				<a class="button quiet-button" href={urls.routines()}>
					{t.routineForm.cancel}
				</a>
			</p>
		</form>
	);
}

function Fields({ fields, fault }: Pick<RoutineFormProps, "fields" | "fault">) {
	const { t } = useView();
	const words = t.routineForm;
	const faultIn = (name: RoutineField) => (fault?.field === name ? fault.message : undefined);
	return (
		<>
			<FormField name="name" label={words.name} hint={words.nameHint} fault={faultIn("name")}>
				{(ties) => (
					<input
						{...ties}
						name="name"
						value={fields.name}
						maxlength={ROUTINE_LIMITS.nameBytes}
						required
						autocomplete="off"
						dir="auto"
					/>
				)}
			</FormField>
			<FormField name="text" label={words.rule} hint={words.ruleHint} fault={faultIn("text")}>
				{(ties) => (
					<textarea {...ties} name="text" rows={5} maxlength={ROUTINE_LIMITS.textBytes} required dir="auto">
						{fields.text}
					</textarea>
				)}
			</FormField>
			<FormField name="context" label={words.context} fault={faultIn("context")}>
				{(ties) => (
					<select {...ties} name="context">
						{[...ROUTINE_CONTEXTS].reverse().map((context) => (
							<option value={context} selected={context === fields.context}>
								{t.routines.contexts[context]}: {words.contextHints[context]}
							</option>
						))}
					</select>
				)}
			</FormField>
		</>
	);
}

function FaultSummary({ fault: { field, message } }: { fault: RoutineFault }) {
	const { t } = useView();
	return (
		<p class="part-error" role="alert">
			{field === undefined ? (
				message
			) : (
				<>
					{t.routineForm.faulty} <a href={`#field-${field}`}>{message}</a>
				</>
			)}
		</p>
	);
}

/** Takes a routine away, after a second press. */
export function RemoveRoutine({ id }: { id: string }) {
	const { t, urls } = useView();
	return (
		<details class="remove">
			<summary>{t.routines.remove}</summary>
			<form method="post" action={urls.routineRemoval(id)}>
				<CsrfField />
				<p class="quiet small">{t.routines.removeText}</p>
				<button type="submit" class="quiet-button">
					{t.routines.removeNow}
				</button>
			</form>
		</details>
	);
}
