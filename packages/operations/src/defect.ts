import { CairnError, createId } from "@cairn/kernel";

/** Takes note of something thrown that no caller may see: a line in the log, under the id that went out. */
export type OnDefect = (defect: { id: string; error: unknown; requestId: string; operation: string }) => void;

export interface DefectContext {
	readonly onDefect: OnDefect;
	readonly requestId: string;
	readonly operation: string;
}

/**
 * What a caller is told of anything thrown. A CairnError passes; everything else is a defect, logged whole and
 * reduced to an id, since its message may hold paths, SQL or keys.
 */
export function tellable(error: unknown, { onDefect, requestId, operation }: DefectContext): CairnError {
	if (error instanceof CairnError) return error;
	const id = createId("err");
	onDefect({ id, error, requestId, operation });
	return new CairnError(
		"internal",
		`Something went wrong inside Cairn. The log has the details under ${id}.`,
		{ id },
	);
}
