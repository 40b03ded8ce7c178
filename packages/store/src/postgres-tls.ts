import { accessSync, constants } from "node:fs";
import { CairnError } from "@cairn/kernel";

/** What names a file in an address. */
const FILES = ["sslrootcert", "sslcert", "sslkey"];
/** The words that ask for no more than they say; each other one asks for a certificate that is looked at. */
const WITHOUT_CHECK = ["disable", "no-verify"];

/**
 * Gives the ways to ask for TLS one meaning, for the driver and for PostgreSQL's own programs: whoever asks for it gets a
 * certificate and a name that are checked, unless the word is `no-verify`.
 * @throws CairnError `invalid_input` for a file that can't be read.
 */
export function settleTls(url: URL): void {
	const { searchParams } = url;
	const mode = searchParams.get("sslmode");
	if (mode !== null && !WITHOUT_CHECK.includes(mode)) searchParams.set("sslmode", "verify-full");
	for (const name of FILES) {
		const file = searchParams.get(name);
		if (file !== null) assertReadable(name, file);
	}
}

function assertReadable(name: string, file: string): void {
	try {
		accessSync(file, constants.R_OK);
	} catch {
		throw new CairnError(
			"invalid_input",
			`The file that ${name} names in the database's address can't be read. Check its path, and that the user of Cairn may read it.`,
		);
	}
}
