/**
 * A stored path may hold empty and single-dot segments (`a//b`, `./c`, `d/`), which browsers and proxies fold
 * away. `~` is no character of a stored path, so those segments travel as `~` and `~.` and come back exactly.
 */
export function pathToUrlPath(path: string): string {
	return path
		.split("/")
		.map((segment) => (segment === "" ? "~" : segment === "." ? "~." : encodeURIComponent(segment)))
		.join("/");
}

/** The stored path that a URL path (already percent-decoded) stands for. */
export function urlPathToPath(urlPath: string): string {
	return urlPath
		.split("/")
		.map((segment) => (segment === "~" ? "" : segment === "~." ? "." : segment))
		.join("/");
}
