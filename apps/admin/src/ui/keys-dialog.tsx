import { useView } from "../view/view.ts";
import { KeysForm } from "./preference-forms.tsx";

/** The keys and what they do. */
export function KeysList() {
	const { t } = useView();
	const rows: readonly (readonly [readonly string[], string])[] = [
		[["?"], t.keys.list],
		[["g", "h"], t.keys.home],
		[["g", "t"], t.keys.timeline],
		[["g", "a"], t.keys.agents],
		[["g", "l"], t.keys.claims],
		[["g", "s"], t.keys.scripts],
		[["g", "p"], t.keys.laptops],
		[["g", "b"], t.keys.backups],
		[["g", "r"], t.keys.routines],
		[["g", "v"], t.keys.convert],
		[["g", "c"], t.keys.connect],
		[["g", "d"], t.keys.doctor],
		[["g", "u"], t.keys.audit],
		[["g", "e"], t.keys.settings],
		[["/"], t.keys.filter],
		[["n"], t.keys.next],
		[["p"], t.keys.previous],
	];
	return (
		<dl class="keys">
			{rows.map(([keys, text]) => (
				<div>
					<dt>
						{keys.map((key) => (
							<kbd>{key}</kbd>
						))}
					</dt>
					<dd>{text}</dd>
				</div>
			))}
		</dl>
	);
}

/** What `?` opens. */
export function KeysDialog() {
	const { t } = useView();
	return (
		<dialog id="keys" aria-labelledby="keys-title">
			<h2 id="keys-title">{t.keys.title}</h2>
			<KeysList />
			<p class="quiet">{t.keys.note}</p>
			<div class="dialog-foot">
				<KeysForm />
				<form method="dialog" action="#keys">
					<button type="submit" autofocus>
						{t.close}
					</button>
				</form>
			</div>
		</dialog>
	);
}
