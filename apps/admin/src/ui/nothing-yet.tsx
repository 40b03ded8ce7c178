import { useView } from "../view/view.ts";
import { EmptyState } from "./empty-state.tsx";

/** What stands where an agent has no file yet. */
export function NoFiles() {
	const { t } = useView();
	return (
		<EmptyState title={t.files.none}>
			<p>{t.files.noneText}</p>
		</EmptyState>
	);
}

/** What stands where an agent has no log yet. */
export function NoLogs() {
	const { t } = useView();
	return (
		<EmptyState title={t.logs.none}>
			<p>{t.logs.noneText}</p>
		</EmptyState>
	);
}
