/** How steep a line through points is, by least squares. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
	const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
	const meanX = mean(points.map(([x]) => x));
	const meanY = mean(points.map(([, y]) => y));
	const over = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
	return over / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
