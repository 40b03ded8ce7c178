import type { Child } from "hono/jsx";
import { useView } from "../view/view.ts";
import { FormField } from "./form-field.tsx";

interface PasswordFieldProps {
	name: string;
	label: string;
	hint?: Child;
	fault: string | undefined;
	/** Whether a password manager is to fill in the one that it has, or to offer a new one. */
	autocomplete: "current-password" | "new-password";
	minlength?: number;
	autofocus?: boolean;
}

/** A password, which can be shown where scripts run. It is never sent back to the page. */
export function PasswordField({ name, label, hint, fault, ...rest }: PasswordFieldProps) {
	const { t } = useView();
	const { autocomplete, minlength, autofocus } = rest;
	return (
		<FormField name={name} label={label} hint={hint} fault={fault}>
			{(ties) => (
				<div class="password">
					<input
						{...ties}
						type="password"
						name={name}
						required
						minlength={minlength}
						maxlength={1_024}
						autocomplete={autocomplete}
						autofocus={autofocus}
					/>
					<button
						type="button"
						class="quiet-button"
						data-reveal={`field-${name}`}
						data-show={t.access.show}
						data-hide={t.access.hide}
						aria-pressed="false"
						hidden
					>
						{t.access.show}
					</button>
				</div>
			)}
		</FormField>
	);
}

/** The name under which password managers keep the owner's password. */
export function OwnerName() {
	return <input type="text" name="username" value="owner" autocomplete="username" readonly hidden />;
}
