import { CairnError } from "@cairn/kernel";
import type { StoreFault } from "./store-error.ts";

const TRY_AGAIN = "Nothing was changed; try again.";

/**
 * By SQLSTATE, the system's code, or that of Prisma's client, which begins with P1 or P2. Class 08 and 57P tell of
 * connections that ended; 25006 comes from a server that only stands by.
 */
const FAULTS: ReadonlyArray<readonly [code: RegExp, fault: StoreFault, sentence: string]> = [
	[
		/^53100$|^ENOSPC$/,
		"disk_full",
		"The disk of the database is full. Nothing was changed; free some space and try again.",
	],
	[
		/^25006$/,
		"read_only",
		"The database can only be read: it stands by, or was set so. Nothing was changed; name the server that takes writes in DATABASE_URL.",
	],
	[
		/^55P03$|^40001$|^40P01$/,
		"busy",
		"The store is busy with other writers. Nothing was changed; try again.",
	],
	[
		/^53300$|^P2037$/,
		"busy",
		`The database has no connection left. ${TRY_AGAIN} Where that goes on, raise its max_connections, or lower connection_limit in DATABASE_URL.`,
	],
	[
		/^28|^3D000$|^42501$|^P1000$|^P1003$|^P1010$/,
		"refused",
		"The database refused the user, the password or the name of DATABASE_URL, or the user may not do this in it. Check them, and that the database belongs to that user.",
	],
	[
		/CERT|^SELF_SIGNED|^UNABLE_TO_/,
		"refused",
		"The database's certificate is not one that this machine trusts. Name the file of its authority behind the address in DATABASE_URL, as sslrootcert=/path/to/ca.pem.",
	],
	[
		/^58030$/,
		"disk_failing",
		"The disk of the database failed. Nothing was changed; check the disk, then try again.",
	],
	[/^XX00[12]$/, "damaged", "The database is damaged. Stop Cairn and restore a backup."],
	[
		/^08|^57P0|^57014$|^25P03$|^53[24]00$|^E(CONN|TIMEDOUT|HOST|NET|PIPE|AI_AGAIN|NOTFOUND|ADDR)|^ENOENT$|^EACCES$|^P10(01|02|08|17)$/,
		"unreachable",
		`The database can't be reached. ${TRY_AGAIN} Where that goes on, check that it runs, and the address in DATABASE_URL.`,
	],
];

/** What the driver says without a code when a connection ended, or none came up in time. */
const LOST =
	/^Connection terminated|^Client has encountered a connection error|^timeout exceeded when trying to connect|^timeout expired|^Query read timeout|^The server does not support SSL/;

/** What the driver says without a code when the server wants a password and the address has none. */
const NO_PASSWORD = /client password must be a (?:non-empty )?string$/;

/** What a caller can be told of a failure of the database; anything unknown stays as it is, a defect. */
export function tellablePostgresError(error: unknown): unknown {
	const code = codeOf(error);
	const known = FAULTS.find(([pattern]) => pattern.test(code));
	if (known === undefined) return error;
	const [, fault, sentence] = known;
	return new CairnError("unavailable", sentence, { fault });
}

/** Whether an error says that the database, or the connection to it, is gone. */
export function isUnreachable(error: unknown): boolean {
	const told = tellablePostgresError(error);
	return told instanceof CairnError && told.details.fault === "unreachable";
}

/** Whether an error says that the database can't be read for the moment: it is away, or has too much to do. */
export function passesByItself(error: unknown): boolean {
	const told = tellablePostgresError(error);
	return (
		told instanceof CairnError && (told.details.fault === "unreachable" || told.details.fault === "busy")
	);
}

function codeOf(error: unknown): string {
	if (!(error instanceof Error)) return "";
	if ("code" in error && typeof error.code === "string") return error.code;
	if (NO_PASSWORD.test(error.message)) return "28P01";
	return LOST.test(error.message) ? "08006" : "";
}
