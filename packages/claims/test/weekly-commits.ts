/**
 * Twelve weeks of six repositories, the latest week first: commits, and the people who made them. In week 1 (a release
 * freeze) and week 6 (holidays) too little happened to count.
 */
const COMMITS: Readonly<Record<string, readonly number[]>> = {
	website: [5, 0, 3, 4, 21, 25, 1, 30, 28, 33, 27, 31],
	importer: [31, 2, 27, 30, 24, 22, 0, 18, 15, 12, 14, 9],
	billing: [18, 1, 16, 22, 19, 17, 2, 16, 19, 20, 18, 21],
	search: [9, 0, 2, 8, 11, 14, 0, 12, 10, 9, 13, 12],
	mobile: [40, 3, 38, 35, 12, 9, 0, 7, 5, 4, 6, 3],
	docs: [2, 0, 1, 3, 6, 4, 1, 5, 3, 6, 2, 4],
};
const AUTHORS: Readonly<Record<string, readonly number[]>> = {
	website: [2, 0, 2, 1, 5, 6, 1, 7, 6, 7, 6, 7],
	importer: [5, 1, 6, 6, 5, 5, 0, 4, 3, 3, 3, 2],
	billing: [4, 1, 3, 5, 4, 4, 1, 4, 5, 5, 4, 5],
	search: [3, 0, 1, 2, 3, 3, 0, 3, 2, 2, 3, 3],
	mobile: [7, 2, 7, 8, 3, 2, 0, 2, 1, 1, 2, 1],
	docs: [1, 0, 3, 3, 2, 1, 1, 2, 1, 2, 1, 1],
};
const VALID_WEEKS = COMMITS.website?.map((_, week) => week !== 1 && week !== 6) ?? [];

/** The series as the rank-drop rule takes them: the most of a week is rank 1, equals share the better rank. */
export function weeklyCommits() {
	return { signals: [toRanks(COMMITS), toRanks(AUTHORS)], validPeriods: VALID_WEEKS };
}

function toRanks(counts: Readonly<Record<string, readonly number[]>>): Record<string, number[]> {
	const series = Object.values(counts);
	const rank = (count: number, week: number) => 1 + series.filter((one) => (one[week] ?? 0) > count).length;
	return Object.fromEntries(Object.entries(counts).map(([entity, weeks]) => [entity, weeks.map(rank)]));
}
