import { type ClaimView, KINDS, LIMITS, VOLATILITIES } from "@cairn/claims";
import type { ClaimField, ClaimFields } from "../claims/claim-form.ts";
import { useView } from "../view/view.ts";
import { ClippedText } from "./clipped-text.tsx";
import { CsrfField } from "./csrf-field.tsx";
import { FormField } from "./form-field.tsx";

export interface ClaimFault {
	/** Undefined when it is about the whole. */
	field: ClaimField | undefined;
	message: string;
}

export interface ClaimFormProps {
	fields: ClaimFields;
	/** All that is wrong with what was sent. */
	faults: readonly ClaimFault[];
	/** The claim to edit. */
	editing?: { claim: ClaimView; seen: string } | undefined;
	/** The claim that a new one stands for. */
	instead?: ClaimView | undefined;
}

/** The form of a claim: empty, filled with one that there is, or with what was sent and could not be taken. */
export function ClaimForm({ fields, faults, editing, instead }: ClaimFormProps) {
	const { t, urls } = useView();
	const back = editing?.claim ?? instead;
	const faultIn = (name: ClaimField) => faults.find(({ field }) => field === name)?.message;
	return (
		<form
			class="claim-form"
			method="post"
			action={editing === undefined ? urls.claims() : urls.claimEdit(editing.claim.id)}
		>
			<CsrfField />
			{faults.length > 0 && <FaultSummary faults={faults} />}
			{editing !== undefined && <input type="hidden" name="seen" value={editing.seen} />}
			{instead !== undefined && <input type="hidden" name="instead" value={instead.id} />}
			{editing === undefined && <IdentityFields fields={fields} faultIn={faultIn} />}
			<SettingFields
				fields={fields}
				faultIn={faultIn}
				ranked={editing === undefined || editing.claim.kind === "priority"}
			/>
			<p class="actions">
				<button type="submit" class="button">
					{editing === undefined ? t.claimForm.add : t.claimForm.save}
				</button>
				<a class="button quiet-button" href={back === undefined ? urls.claims() : urls.claim(back.id)}>
					{t.claimForm.cancel}
				</a>
			</p>
		</form>
	);
}

interface FieldsProps {
	fields: ClaimFields;
	/** What is wrong with a field. */
	faultIn(name: ClaimField): string | undefined;
}

/** What makes a claim the claim that it is. */
function IdentityFields({ fields, faultIn }: FieldsProps) {
	const { t } = useView();
	const words = t.claimForm;
	return (
		<>
			<FormField name="claim" label={words.claim} hint={words.claimHint} fault={faultIn("claim")}>
				{(ties) => (
					<textarea {...ties} name="claim" rows={3} maxlength={LIMITS.claimBytes} required dir="auto">
						{fields.claim}
					</textarea>
				)}
			</FormField>
			<FormField name="entity" label={words.entity} hint={words.entityHint} fault={faultIn("entity")}>
				{(ties) => (
					<input
						{...ties}
						name="entity"
						value={fields.entity}
						maxlength={LIMITS.entityBytes}
						required
						autocomplete="off"
						dir="auto"
					/>
				)}
			</FormField>
			<FormField name="kind" label={t.claims.kind} fault={faultIn("kind")}>
				{(ties) => (
					<select {...ties} name="kind">
						{KINDS.map((kind) => (
							<option value={kind} selected={kind === fields.kind}>
								{t.claims.kinds[kind]}: {words.kindHints[kind]}
							</option>
						))}
					</select>
				)}
			</FormField>
		</>
	);
}

/** What can change while it stays the same claim. */
function SettingFields({ fields, faultIn, ranked }: FieldsProps & { ranked: boolean }) {
	const { t } = useView();
	const words = t.claimForm;
	return (
		<>
			<FormField name="volatility" label={t.claims.volatility} fault={faultIn("volatility")}>
				{(ties) => (
					<select {...ties} name="volatility">
						{VOLATILITIES.map((volatility) => (
							<option value={volatility} selected={volatility === fields.volatility}>
								{t.claims.volatilities[volatility]}: {words.volatilityHints[volatility]}
							</option>
						))}
					</select>
				)}
			</FormField>
			<ShortField name="confidence" label={words.confidence} fields={fields} faultIn={faultIn} />
			{ranked && (
				<ShortField
					name="assertedRank"
					label={words.rank}
					hint={words.rankHint}
					fields={fields}
					faultIn={faultIn}
				/>
			)}
			<FormField name="source" label={words.source} hint={words.sourceHint} fault={faultIn("source")}>
				{(ties) => (
					<input {...ties} name="source" value={fields.source} maxlength={LIMITS.sourceBytes} dir="auto" />
				)}
			</FormField>
			<FormField name="evidence" label={words.evidence} hint={<EvidenceHint />} fault={faultIn("evidence")}>
				{(ties) => (
					<textarea {...ties} name="evidence" rows={3} dir="auto">
						{fields.evidence}
					</textarea>
				)}
			</FormField>
		</>
	);
}

interface ShortFieldProps extends FieldsProps {
	name: "confidence" | "assertedRank";
	label: string;
	hint?: string;
}

/** A number, typed as text: number fields change when one scrolls over them. */
function ShortField({ name, label, hint, fields, faultIn }: ShortFieldProps) {
	return (
		<FormField name={name} label={label} hint={hint} fault={faultIn(name)}>
			{(ties) => (
				<input
					{...ties}
					class="short"
					name={name}
					inputmode={name === "confidence" ? "decimal" : "numeric"}
					value={fields[name]}
					required={name === "confidence"}
					maxlength={12}
					autocomplete="off"
				/>
			)}
		</FormField>
	);
}

function EvidenceHint() {
	const { t } = useView();
	return (
		<>
			{t.claimForm.evidenceHint} <code>scratchpad://agent/path@3#L10-L20</code>
		</>
	);
}

function FaultSummary({ faults }: { faults: readonly ClaimFault[] }) {
	const { t } = useView();
	const [first, ...more] = faults;
	if (more.length > 0) {
		return (
			<div class="part-error" role="alert">
				{t.claimForm.faulty}
				<ul>
					{faults.map((fault) => (
						<li>
							<FaultLink fault={fault} />
						</li>
					))}
				</ul>
			</div>
		);
	}
	return (
		<p class="part-error" role="alert">
			{first?.field !== undefined && `${t.claimForm.faulty} `}
			{first !== undefined && <FaultLink fault={first} />}
		</p>
	);
}

function FaultLink({ fault: { field, message } }: { fault: ClaimFault }) {
	return field === undefined ? <span>{message}</span> : <a href={`#field-${field}`}>{message}</a>;
}

/** What a form is about that leaves the statement as it is. */
export function ClaimQuote({ claim }: { claim: ClaimView }) {
	const { t } = useView();
	return (
		<blockquote class="claim-quote">
			<p dir="auto">
				<ClippedText text={claim.claim} characters={2_000} />
			</p>
			<p class="quiet small">
				<bdi>
					<ClippedText text={claim.entity} characters={256} />
				</bdi>
				, {t.claims.kinds[claim.kind]}
			</p>
		</blockquote>
	);
}
