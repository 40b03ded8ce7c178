/** Enough of a digest to tell versions apart by eye. */
export function shortDigest(digest: string): string {
	return digest.slice(0, 10);
}
