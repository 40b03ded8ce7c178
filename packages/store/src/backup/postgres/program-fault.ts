import { CairnError } from "@cairn/kernel";

export type ClientProgram = "pg_dump" | "pg_restore";

/** That the programs which back up PostgreSQL are missing or too old. @param wanted the major version of the server. */
export function programMissing(program: ClientProgram, wanted: number, found?: string): CairnError {
	const why =
		found === undefined ? `${program} is not installed` : `${program} ${found} is older than the server`;
	return new CairnError(
		"unavailable",
		`${why}: backups of PostgreSQL need its client programs, version ${wanted} or newer. Install them, on Debian as postgresql-client-${wanted}, which PostgreSQL's own package repository has where Debian's hasn't, and put them into the PATH of Cairn, before older ones.`,
		{ fault: "no_program" },
	);
}

const SENTENCES: ReadonlyArray<readonly [said: RegExp, sentence: (program: ClientProgram) => string]> = [
	[
		/unsupported version \([^)]*\) in file header/,
		() =>
			"The backup was made by newer programs of PostgreSQL than those that are installed. Install the newer postgresql-client.",
	],
	[
		/could not write to (?:output )?file: No space left on device|could not close.*No space left/,
		() => "The disk of the backups is full. Free some space and try again; nothing was changed.",
	],
	[
		/No space left on device|could not extend file/,
		() =>
			"The disk of the PostgreSQL server is full. Free some space there and try again; the store is as it was.",
	],
	[
		/permission denied|must be owner/,
		() =>
			"The role of DATABASE_URL may not do what a backup needs: give it the database with its schema (ALTER DATABASE … OWNER TO …).",
	],
	[
		/connection to server|could not connect|terminating connection|server closed the connection/,
		() =>
			"The PostgreSQL server went away meanwhile. Look whether it runs, then try again; the store is as it was.",
	],
	[
		/input file (?:does not appear|appears)|could not read from input file|found unexpected|corrupt|uncompress/,
		() => "The copy is damaged: it can't be read back whole.",
	],
];

/** Why a program of PostgreSQL ended with an error, in a sentence. @param stderr what it said. */
export function programFault(program: ClientProgram, stderr: string): CairnError {
	const known = SENTENCES.find(([said]) => said.test(stderr));
	const sentence = known?.[1](program) ?? unknownFault(program, stderr);
	return new CairnError("unavailable", sentence, { fault: "program_failed" });
}

/** The first thing that was wrong, without the statements and values that may follow on further lines, and without paths. */
function unknownFault(program: ClientProgram, stderr: string): string {
	const line = stderr.split("\n").find((one) => /\berror: /.test(one)) ?? "error: it said nothing";
	const said = line
		.replace(/^.*?\berror: /, "")
		.replace(/"[^"]*\/[^"]*"/g, "…")
		.slice(0, 200);
	return `${program} ended with an error: ${said}. The store is as it was; try again, and look into the log of the PostgreSQL server where that doesn't help.`;
}

/**
 * Whether all that went wrong is that a newer `pg_restore` told an older server of settings that it doesn't know: those
 * are only time limits, and everything was restored.
 */
export function isOnlyUnknownSetting(stderr: string): boolean {
	const errors = stderr.split("\n").filter((line) => /\berror: /.test(line));
	return errors.length > 0 && errors.every((line) => /unrecognized configuration parameter/.test(line));
}
