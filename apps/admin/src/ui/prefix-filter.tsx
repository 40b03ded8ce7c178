import type { PropsWithChildren } from "hono/jsx";
import { useView } from "../view/view.ts";

interface PrefixFilterProps {
	action: string;
	prefix: string;
	label: string;
	/** The id of the element that holds the list. */
	target: string;
}

/** A form that narrows a list to paths that start with some text; updates the list while one types. */
export function PrefixFilter({
	action,
	prefix,
	label,
	target,
	children,
}: PropsWithChildren<PrefixFilterProps>) {
	const { t } = useView();
	return (
		<search>
			<form
				class="filter"
				method="get"
				action={action}
				hx-get={action}
				hx-trigger="input delay:250ms, submit"
				hx-target={`#${target}`}
				hx-push-url="true"
				hx-sync="this:replace"
			>
				<label for="prefix">{label}</label>
				<input
					id="prefix"
					name="prefix"
					value={prefix}
					maxlength={255}
					autocomplete="off"
					autocapitalize="off"
					spellcheck={false}
					data-filter
				/>
				{children}
				<button type="submit">{t.filter}</button>
			</form>
		</search>
	);
}
