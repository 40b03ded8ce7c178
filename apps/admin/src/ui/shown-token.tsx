import { useView } from "../view/view.ts";
import { Copyable } from "./copyable.tsx";

/** A token, the one time that it is shown. */
export function ShownToken({ token }: { token: string }) {
	const { t } = useView();
	return (
		<div class="shown-token">
			<p role="status">{t.tokens.shownOnce}</p>
			<Copyable text={token} label={t.tokens.token} />
		</div>
	);
}
