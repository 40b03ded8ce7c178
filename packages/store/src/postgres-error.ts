import { CairnError } from "@cairn/kernel";
import { ADDRESS_SETTING } from "./postgres-url.ts";
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
		`The database can only be read: it stands by, or was set so. Nothing was changed; name the server that takes writes in ${ADDRESS_SETTING}.`,
	],
	[
		/^55P03$|^40001$|^40P01$/,
		"busy",
		"The store is busy with other writers. Nothing was changed; try again.",
	],
	[
		/^53300$|^P2037$/,
		"busy",
		`The database has no connection left. ${TRY_AGAIN} Where that goes on, raise its max_connections, or lower connection_limit in ${ADDRESS_SETTING}.`,
	],
	[
		/^28|^3D000$|^42501$|^P1000$|^P1003$|^P1010$/,
		"refused",
		`The database refused the user, the password or the name of ${ADDRESS_SETTING}, or the user may not do this in it. Check them, and that the database belongs to that user.`,
	],
	[
		/^NO_TLS$/,
		"refused",
		`The database's server speaks no TLS, which sslmode in ${ADDRESS_SETTING} asks for. Switch it on there (ssl = on); in a network that you trust, leave sslmode out.`,
	],
	[
		/^UNKNOWN_SETTING$/,
		"refused",
		`The pooler in front of the database refuses the schema that ${ADDRESS_SETTING} names. Leave schema out and give it to the role (ALTER ROLE … SET search_path), or name the server itself.`,
	],
	[/^STALE_PLAN$/, "busy", `The store's tables were changed meanwhile, by an update of Cairn. ${TRY_AGAIN}`],
	[
		/^ERR_TLS_CERT_ALTNAME_INVALID$/,
		"refused",
		`The database's certificate is for another name than the one in ${ADDRESS_SETTING}. Write the name that it is for there, or give the server one for this name.`,
	],
	[
		/CERT|^SELF_SIGNED|^UNABLE_TO_/,
		"refused",
		`The database's certificate is not one that this machine trusts. Name the file of its authority behind the address in ${ADDRESS_SETTING}, as sslrootcert=/path/to/ca.pem.`,
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
		`The database can't be reached. ${TRY_AGAIN} Where that goes on, check that it runs, and the address in ${ADDRESS_SETTING}.`,
	],
];

/** What the driver says without a code when a connection ended, or none came up in time. */
const LOST =
	/^Connection terminated|is not queryable$|^timeout exceeded when trying to connect|^timeout expired|^Query read timeout/;

/** What has no code of its own, by what is said, and what it is called here. */
const BY_WORDS: ReadonlyArray<readonly [said: RegExp, code: string]> = [
	[/client password must be a (?:non-empty )?string$/, "28P01"],
	[/^The server does not support SSL/, "NO_TLS"],
	[/unsupported startup parameter/, "UNKNOWN_SETTING"],
	[/^cached plan must not change result type$/, "STALE_PLAN"],
	[LOST, "08006"],
];

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

/** Whether a connection keeps a plan of a statement whose tables have changed since: it fails there ever after. */
export function isStalePlan(error: unknown): boolean {
	return codeOf(error) === "STALE_PLAN";
}

/** Whether a statement fails, whatever it says, since one before it failed in the same transaction. */
export function isFailedBefore(error: unknown): boolean {
	return codeOf(error) === "25P02";
}

/** Whether the server gave no answer in time: the statement may go on there, and holds up all others of its connection. */
export function isUnanswered(error: unknown): boolean {
	return error instanceof Error && error.message === "Query read timeout";
}

/** Whether a statement wasn't even sent, as its connection had ended before. */
export function isUnsent(error: unknown): boolean {
	return error instanceof Error && error.message.endsWith("is not queryable");
}

/** Whether a transaction failed by what others did at the same moment, so that it may go well if it is begun anew. */
export function isWorthAnother(error: unknown): boolean {
	return /^STALE_PLAN$|^40001$|^40P01$/.test(codeOf(error));
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
	const byWords = BY_WORDS.find(([said]) => said.test(error.message))?.[1];
	if (byWords !== undefined) return byWords;
	return "code" in error && typeof error.code === "string" ? error.code : "";
}
