/** What of a comparison the address asks for. */
export interface DiffSettings {
	from: number;
	to: number;
	view: "unified" | "split";
	/** Equal lines beside each change. */
	context: number;
	/** Take lines that differ in white space alone for equal. */
	ignoreSpace: boolean;
	/** New line numbers at which hidden lines are shown. */
	open: readonly number[];
	/** The row that the shown part starts at. */
	start: number;
	/** Show every row, as far as a browser bears. */
	all: boolean;
}
