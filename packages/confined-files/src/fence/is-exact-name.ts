import type { Selector } from "../rules/create-selector.ts";
import type { Directory } from "./directory.ts";
import { type Identity, isSameFile } from "./identity.ts";

/** What some filesystems pass over or read as another name: dots and spaces at the end, `~` and `:`, what is not shown. */
const PASSED_OVER = /[. ]$|[~:]|\p{Default_Ignorable_Code_Point}/u;

/** What a path of a root led to. */
export interface NamedEntry {
	readonly selector: Pick<Selector, "excludes">;
	/** The directory that the name at the path's end was looked for in. */
	readonly directory: Pick<Directory, "lstat" | "entries">;
	readonly path: string;
	readonly found: () => Identity;
}

/**
 * Whether the name is spelled as the directory has it. Where a filesystem takes another case, Unicode form or spelling for
 * the same name, the rules would otherwise be asked about one spelling and the file be another's. The entries are read only
 * where that may be so; another spelling that the rules exclude is not looked at.
 */
export function isExactName({ selector, directory, path, found }: NamedEntry): boolean {
	const start = path.lastIndexOf("/") + 1;
	const name = path.slice(start);
	const mayBeSame = (spelling: string) => {
		if (selector.excludes(path.slice(0, start) + spelling)) return true;
		const other = directory.lstat(spelling);
		return other !== undefined && isSameFile(other, found());
	};
	if (!PASSED_OVER.test(name) && !otherSpellings(name).some(mayBeSame)) return true;
	for (const entry of directory.entries()) if (entry.name === name) return true;
	return false;
}

/** What no Unicode form changes. */
const ASCII = /^[\0-\x7f]*$/;

function otherSpellings(name: string): string[] {
	const cases = [name.toLowerCase(), name.toUpperCase()];
	const forms = ASCII.test(name) ? [] : [name.normalize("NFC"), name.normalize("NFD")];
	return [...new Set([...cases, ...forms])].filter((spelling) => spelling !== name);
}
