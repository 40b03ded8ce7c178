import type { Child } from "hono/jsx";

/** What ties a field to its label, hint and fault. */
export interface FieldTies {
	id: string;
	"aria-describedby": string | undefined;
	"aria-invalid": "true" | undefined;
}

interface FieldProps {
	name: string;
	label: string;
	hint?: Child;
	/** Why what was sent could not be taken. */
	fault: string | undefined;
	/** Draws the field itself. */
	children: (ties: FieldTies) => Child;
}

/** One field of a form with its label, what to put in, and what is wrong with what was put in. */
export function FormField({ name, label, hint, fault, children }: FieldProps) {
	const id = `field-${name}`;
	const described = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`].filter(
		Boolean,
	);
	return (
		<div class={fault === undefined ? "field" : "field faulty"}>
			<label for={id}>{label}</label>
			{hint !== undefined && (
				<p class="quiet small" id={`${id}-hint`}>
					{hint}
				</p>
			)}
			{children({
				id,
				"aria-describedby": described.length === 0 ? undefined : described.join(" "),
				"aria-invalid": fault === undefined ? undefined : "true",
			})}
			{fault !== undefined && (
				<p class="fault" id={`${id}-fault`}>
					{fault}
				</p>
			)}
		</div>
	);
}
