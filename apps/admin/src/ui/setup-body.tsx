import { PASSWORD_CHARACTERS } from "@cairn/identity";
import { useView } from "../view/view.ts";
import { FormField } from "./form-field.tsx";
import { FormProblem } from "./form-problem.tsx";
import { OwnerName, PasswordField } from "./password-field.tsx";

export interface SetupFault {
	/** Undefined when it is about the whole. */
	field: "code" | "password" | undefined;
	message: string;
}

interface SetupProps {
	code: string;
	fault: SetupFault | undefined;
}

/** The form by which whoever runs the server becomes its owner. */
export function SetupBody({ code, fault }: SetupProps) {
	const { t, urls, format } = useView();
	const faultIn = (name: SetupFault["field"]) =>
		fault !== undefined && fault.field === name ? fault.message : undefined;
	return (
		<div class="door">
			<h1>{t.setup.title}</h1>
			<p class="lede">{t.setup.lede}</p>
			<form class="claim-form" method="post" action={urls.setup()}>
				<FormProblem message={fault?.field === undefined ? fault?.message : undefined} />
				<FormField name="code" label={t.setup.code} hint={t.setup.codeHint} fault={faultIn("code")}>
					{(ties) => (
						<input
							{...ties}
							name="code"
							value={code}
							required
							maxlength={200}
							autocomplete="off"
							autocapitalize="off"
							spellcheck={false}
							autofocus
						/>
					)}
				</FormField>
				<OwnerName />
				<PasswordField
					name="password"
					label={t.access.password}
					hint={t.setup.passwordHint(format.number(PASSWORD_CHARACTERS.min))}
					fault={faultIn("password")}
					autocomplete="new-password"
					minlength={PASSWORD_CHARACTERS.min}
				/>
				<p class="actions">
					<button type="submit" class="button">
						{t.setup.submit}
					</button>
				</p>
			</form>
		</div>
	);
}
