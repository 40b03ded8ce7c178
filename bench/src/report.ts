/** One line of a table: figures by column, and whether a target of it was missed. */
export interface Row {
	readonly cells: readonly string[];
	readonly missed?: boolean;
}

/** Prints a table with a heading; numbers stand to the right. */
export function printTable(title: string, columns: readonly string[], rows: readonly Row[]): void {
	const table = [columns, ...rows.map(({ cells, missed }) => [...cells, missed ? "MISSED" : ""])];
	const widths = columns.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
	const lines = table.map((cells) =>
		cells
			.map((cell, column) =>
				column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
			)
			.join("  ")
			.trimEnd(),
	);
	const rule = widths.map((width) => "─".repeat(width)).join("──");
	process.stdout.write(`\n${title}\n${lines[0]}\n${rule}\n${lines.slice(1).join("\n")}\n`);
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

export const times = (value: number): string => `${value.toFixed(2)}×`;
