export interface RowBudget<Row> {
	/** About how many bytes of HTML a row takes. */
	cost(row: Row): number;
	/** Bytes of HTML for all of them. */
	budget: number;
	/** Never more rows than this. */
	max: number;
}

/** The rows from the first on that a page can afford; at least one. */
export function affordRows<Row>(rows: readonly Row[], { cost, budget, max }: RowBudget<Row>): readonly Row[] {
	let spent = 0;
	for (const [index, row] of rows.entries()) {
		spent += cost(row);
		if (index >= max || (spent > budget && index > 0)) return rows.slice(0, index);
	}
	return rows;
}
