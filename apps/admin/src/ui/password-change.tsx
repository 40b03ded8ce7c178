import { PASSWORD_CHARACTERS } from "@cairn/identity";
import type { SettingsFault } from "../settings/settings-fault.ts";
import { useView } from "../view/view.ts";
import { CsrfField } from "./csrf-field.tsx";
import { FormProblem } from "./form-problem.tsx";
import { OwnerName, PasswordField } from "./password-field.tsx";

/** The form that changes the owner's password. */
export function PasswordChange({ fault }: { fault: SettingsFault | undefined }) {
	const { t, urls, format } = useView();
	const faultIn = (field: SettingsFault["field"]) => (fault?.field === field ? fault.message : undefined);
	return (
		<form class="claim-form" method="post" action={urls.settingsPassword()}>
			<CsrfField />
			<FormProblem message={faultIn("tries")} />
			<OwnerName />
			<PasswordField
				name="old"
				label={t.settings.oldPassword}
				fault={faultIn("old")}
				autocomplete="current-password"
			/>
			<PasswordField
				name="next"
				label={t.settings.newPassword}
				hint={t.setup.passwordHint(format.number(PASSWORD_CHARACTERS.min))}
				fault={faultIn("next")}
				autocomplete="new-password"
				minlength={PASSWORD_CHARACTERS.min}
			/>
			<p class="actions">
				<button type="submit" class="button">
					{t.settings.changePassword}
				</button>
			</p>
		</form>
	);
}
