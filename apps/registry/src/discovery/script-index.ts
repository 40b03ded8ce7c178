import type { Catalog, InstalledScript } from "@cairn/catalog/server";
import { type Field, relevantHits, type Term, WordIndex } from "@cairn/discovery";

/** A script that a prompt may be about. */
export interface FoundTool {
	/** Of the tool. */
	readonly name: string;
	readonly summary: string;
	/** The directory of the script. */
	readonly script: string;
}

/** The scripts that laptops are offered, by the words of their names, descriptions and inputs. */
export class ScriptIndex {
	readonly #index = new WordIndex();
	readonly #indexed = new Map<string, { readonly digest: string; readonly tool: FoundTool }>();

	/** Takes over what changed in a catalog since the one before. */
	update({ scripts }: Pick<Catalog, "scripts">): void {
		const names = new Set(scripts.map(({ name }) => name));
		for (const name of this.#indexed.keys()) {
			if (names.has(name)) continue;
			this.#index.remove(name);
			this.#indexed.delete(name);
		}
		for (const script of scripts) {
			if (this.#indexed.get(script.name)?.digest === script.digest) continue;
			this.#index.put(script.name, scriptFields(script));
			this.#indexed.set(script.name, { digest: script.digest, tool: toolOf(script) });
		}
	}

	/** Whether a script holds a word of this key. */
	knows(key: string): boolean {
		return this.#index.knows(key);
	}

	find(terms: readonly Term[], limit: number): FoundTool[] {
		return relevantHits(this.#index.search(terms, limit), terms.length).flatMap(
			({ id }) => this.#indexed.get(id)?.tool ?? [],
		);
	}
}

function toolOf({ name, manifest }: InstalledScript): FoundTool {
	return { name: manifest.name, summary: manifest.description, script: name };
}

/** What is looked for in a script, and how much it counts. */
function scriptFields({ manifest }: InstalledScript): Field[] {
	const inputs = Object.entries(manifest.inputs).map(
		([name, { description, enum: words = [] }]) => `${name} ${description ?? ""} ${words.join(" ")}`,
	);
	return [
		{ text: manifest.name, weight: 3 },
		{ text: manifest.description, weight: 1 },
		{ text: inputs.join(" "), weight: 0.25 },
	];
}
