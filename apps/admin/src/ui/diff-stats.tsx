import { useView } from "../view/view.ts";

/** How many lines a diff adds and takes away. */
export function DiffStats({ stats: { added, removed } }: { stats: { added: number; removed: number } }) {
	const { t, format } = useView();
	return (
		<>
			<span class="stat-added">
				+{format.number(added)} <span class="visually-hidden">{t.diff.linesAdded}</span>
			</span>{" "}
			<span class="stat-removed">
				−{format.number(removed)} <span class="visually-hidden">{t.diff.linesRemoved}</span>
			</span>
		</>
	);
}
