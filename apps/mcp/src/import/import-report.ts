/** What became of one kind of thing. */
export interface ImportCount {
	added: number;
	/** Was here already, as it is there. */
	already: number;
	/** What was left out: which one, and why, in a sentence. */
	readonly left: { readonly what: string; readonly why: string }[];
}

export type ImportReport = Record<"files" | "versions" | "summaries" | "entries" | "claims", ImportCount>;

export function emptyReport(): ImportReport {
	const none = (): ImportCount => ({ added: 0, already: 0, left: [] });
	return { files: none(), versions: none(), summaries: none(), entries: none(), claims: none() };
}

/** Whether anything was left out. */
export function isComplete(report: ImportReport): boolean {
	return Object.values(report).every(({ left }) => left.length === 0);
}

/** The report for a terminal. */
export function reportText(report: ImportReport, { dryRun }: { dryRun: boolean }): string {
	const verb = dryRun ? "to add" : "added";
	const lines = Object.entries(report)
		.filter(([, { added, already, left }]) => added + already + left.length > 0)
		.map(
			([what, { added, already, left }]) =>
				`${what}: ${added} ${verb}, ${already} already here, ${left.length} left out`,
		);
	const left = Object.values(report).flatMap((count) =>
		count.left.map(({ what, why }) => `  ${what}: ${why}`),
	);
	const head = lines.length === 0 ? ["There is nothing in it."] : lines;
	const foot = dryRun ? ["Nothing was changed (--dry-run)."] : [];
	return `${[...head, ...left, ...foot].join("\n")}\n`;
}
