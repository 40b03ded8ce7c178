import type { Catalog } from "./catalog.ts";

/** Those who follow a source; it follows its folder or registry only while there are some. */
export class CatalogWatchers {
	readonly #follow: () => () => void;
	readonly #listeners = new Set<(catalog: Catalog) => void>();
	#stop: (() => void) | undefined;
	#told = "";

	/** @param follow starts following, and gives what stops it. */
	constructor(follow: () => () => void) {
		this.#follow = follow;
	}

	add(onChange: (catalog: Catalog) => void): () => void {
		const listener = (catalog: Catalog) => onChange(catalog);
		this.#listeners.add(listener);
		this.#stop ??= this.#follow();
		return () => {
			this.#listeners.delete(listener);
			if (this.#listeners.size === 0) this.#end();
		};
	}

	/** Tells them of a catalog, unless it's the one that they know. */
	tell(catalog: Catalog): void {
		const news = newsOf(catalog);
		if (this.#told === news) return;
		this.#told = news;
		for (const listener of [...this.#listeners]) listener(catalog);
	}

	/** Takes a catalog as known without telling. */
	know(catalog: Catalog): void {
		this.#told = newsOf(catalog);
	}

	close(): void {
		this.#listeners.clear();
		this.#end();
	}

	#end(): void {
		this.#stop?.();
		this.#stop = undefined;
	}
}

function newsOf({ version, origin }: Catalog): string {
	return `${version} ${origin.problem ?? ""}`;
}
