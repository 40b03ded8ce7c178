import type { HeldForm } from "../door/held-form.ts";
import { useView } from "../view/view.ts";
import { FormProblem } from "./form-problem.tsx";
import { OwnerName, PasswordField } from "./password-field.tsx";

export interface LoginForm {
	/** Path and query of the page to go to. */
	next: string;
	/** A form that comes back once somebody has signed in. */
	held?: HeldForm | undefined;
	/** What led here, in a sentence. */
	notice?: string | undefined;
	/** What is wrong with the password. */
	fault?: string | undefined;
	/** Why nothing can be tried now. */
	problem?: string | undefined;
}

/** The form by which the owner signs in. */
export function LoginBody({ next, held, notice, fault, problem }: LoginForm) {
	const { t, urls } = useView();
	return (
		<div class="door">
			<h1>{t.login.title}</h1>
			{notice !== undefined && (
				<p class="notice" role="status">
					{notice}
				</p>
			)}
			<form class="claim-form" method="post" action={urls.login()}>
				<FormProblem message={problem} />
				<input type="hidden" name="next" value={next} />
				{held !== undefined && (
					<>
						<input type="hidden" name="held_path" value={held.path} />
						<input type="hidden" name="held_fields" value={held.fields} />
					</>
				)}
				<OwnerName />
				<PasswordField
					name="password"
					label={t.access.password}
					fault={fault}
					autocomplete="current-password"
					autofocus
				/>
				<p class="actions">
					<button type="submit" class="button">
						{t.login.submit}
					</button>
				</p>
			</form>
			<p class="quiet small">{t.access.reset}</p>
		</div>
	);
}
