import type { Manifest } from "./manifest/manifest.ts";

/** What a file of a script must be, byte for byte. */
export interface FileDigest {
	/** Lower-case hexadecimal. */
	readonly sha256: string;
	readonly size: number;
	readonly executable: boolean;
}

/** One version of one script, as the registry's catalog tells it. */
export interface CatalogScript {
	/** The name of its directory, which identifies it in paths; the tool's name is `manifest.name`. */
	readonly name: string;
	readonly manifest: Manifest;
	/** Paths with `/`, sorted by code unit. */
	readonly files: readonly string[];
	readonly digests: Readonly<Record<string, FileDigest>>;
}

/** A version of a script whose files lie complete in a directory that nobody changes any more. */
export interface InstalledScript extends CatalogScript {
	/** The digest over names, bytes and exec bits of its files, hexadecimal. */
	readonly digest: string;
	/** Absolute path; its last segment is `name`. Never leaves the machine. */
	readonly folder: string;
}

/** Stands for the folder of all scripts where a script's directory is named; no script can be called that. */
export const WHOLE_FOLDER = ".";

/** Something in the catalog that can't be used, and what still runs in its place. */
export interface BrokenScript {
	/** A script's directory, or {@link WHOLE_FOLDER}. */
	readonly dir: string;
	/** The file to look at, relative to the script's directory. */
	readonly file: string;
	readonly line?: number;
	/** A sentence that says what is wrong and what to do. */
	readonly reason: string;
	/** `current`: the script runs, but this one file was left out or is worth a look. `last_good`: an earlier version runs. `nothing`: it's gone. */
	readonly serving: "current" | "last_good" | "nothing";
}

/** Where a catalog came from, when it was last known to be current, and what is wrong at the moment. */
export interface CatalogOrigin {
	readonly kind: "folder" | "registry";
	/** The registry's address, or `local`. */
	readonly where: string;
	/** Milliseconds since the epoch; undefined before the first time. */
	readonly asOf: number | undefined;
	/** Why it may be out of date, as a sentence. */
	readonly problem: string | undefined;
}

/** All scripts at one moment, sorted by name. */
export interface Catalog {
	/** A digest that is the same on every machine for the same names, bytes and exec bits. */
	readonly version: string;
	readonly scripts: readonly InstalledScript[];
	readonly broken: readonly BrokenScript[];
	readonly origin: CatalogOrigin;
}

/** A catalog that follows its folder or its registry. */
export interface CatalogSource extends AsyncDisposable {
	/** What there is now, without IO. */
	current(): Catalog;
	/** Looks at the folder or asks the registry once, and gives what there is then. Doesn't throw for a source that is away. */
	refresh(): Promise<Catalog>;
	/** Follows the source for as long as somebody watches; `onChange` is called once for a batch of changes. */
	watch(onChange: (catalog: Catalog) => void): () => void;
}
