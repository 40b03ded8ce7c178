export interface Column {
	/** The characters of its longest word. */
	readonly longestWord: number;
	/** The characters of its longest cell. */
	readonly longestCell: number;
}

export interface TableFit {
	/** How small its type must be: as text, for many columns, for very many. */
	readonly density: "plain" | "many" | "crowded";
	/** Each column's share of the width in percent; undefined when the engine's own layout keeps the table on the page. */
	readonly shares: readonly number[] | undefined;
}

/** About so many characters of a table's type fit beside each other between the margins, less so many a column for its sides. */
const ROOM = 92;
const SIDES = 3.5;
const LONGEST_UNBROKEN = 16;

/** Measures the columns of a table's rows, in Latin letters. */
export function measureColumns(rows: readonly (readonly string[])[]): Column[] {
	const [head = []] = rows;
	return head.map((_cell, at) => {
		const cells = rows.map((row) => row[at] ?? "");
		return {
			longestWord: most(cells, longestWord),
			longestCell: most(cells, widthOf),
		};
	});
}

/** Decides how a table is kept on the page, from what its columns hold. */
export function fitTable(columns: readonly Column[]): TableFit {
	const needed = columns.reduce((sum, { longestWord }) => sum + longestWord + SIDES, 0);
	if (needed <= ROOM && columns.length <= 8) return { density: "plain", shares: undefined };
	const density = columns.length > 8 || needed > 2 * ROOM ? "crowded" : "many";
	return { density, shares: shares(columns) };
}

// A column gets room for its longest word, up to a point, and more the more it holds, but far less than in proportion:
// a column of long texts may wrap often, one of short words should not break them.
function shares(columns: readonly Column[]): number[] {
	const weights = columns.map(
		({ longestWord, longestCell }) =>
			Math.min(longestWord, LONGEST_UNBROKEN) + 1.5 + Math.sqrt(longestCell) / 2,
	);
	const total = weights.reduce((sum, weight) => sum + weight, 0);
	return weights.map((weight) => Math.round((weight / total) * 10_000) / 100);
}

function longestWord(text: string): number {
	// A line may break after a hyphen or a dash, which should not happen within a date, and between Chinese characters.
	return most(text.split(/\s+|[\u2010\u2013\u2014]|(?<!\d)-|(?<=\p{Script=Han})/u), widthOf);
}

/** An East Asian character is as wide as two Latin letters. */
function widthOf(text: string): number {
	return text.length + (text.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uff00-\uff60]/g)?.length ?? 0);
}

function most(texts: readonly string[], measure: (text: string) => number): number {
	return texts.reduce((longest, text) => Math.max(longest, measure(text)), 0);
}
