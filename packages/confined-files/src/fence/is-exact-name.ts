import type { Directory } from "./directory.ts";
import { type Identity, isSameFile } from "./identity.ts";

/**
 * Whether a name is spelled as the directory has it. Where a filesystem takes another case or Unicode form for the same
 * name, the rules would otherwise be asked about one spelling and the file be another's. The entries are read only where
 * another spelling leads to the same file. `found` gives what the name led to.
 */
export function isExactName(
	directory: Pick<Directory, "lstat" | "entries">,
	name: string,
	found: () => Identity,
): boolean {
	const isLax = otherSpellings(name).some((spelling) => {
		const other = directory.lstat(spelling);
		return other !== undefined && isSameFile(other, found());
	});
	if (!isLax) return true;
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
