/** The path of the directory that a path's last name stands in; "" for the root. */
export function parentOf(path: string): string {
	return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

/** The last name of a path. */
export function nameOf(path: string): string {
	return path.slice(path.lastIndexOf("/") + 1);
}
