import { describe, expect, test } from "vitest";
import { isOnlyUnknownSetting, programFault, programMissing } from "./program-fault.ts";

describe("what a program of PostgreSQL said", () => {
	test.each([
		["pg_restore: error: unsupported version (1.16) in file header", /newer programs of PostgreSQL/],
		["pg_dump: error: could not write to file: No space left on device", /disk of the backups is full/],
		[
			`pg_restore: error: COPY failed for table "files": ERROR:  could not extend file "base/1/2": No space left on device`,
			/disk of the PostgreSQL server is full/,
		],
		[
			"pg_dump: error: query failed: ERROR:  permission denied for table events",
			/may not do what a backup needs/,
		],
		[
			`pg_dump: error: connection to server at "127.0.0.1", port 5432 failed: Connection refused`,
			/server went away meanwhile/,
		],
		["pg_restore: error: could not read from input file: end of file", /The copy is damaged/],
		[
			"pg_dump: error: something new\npg_dump: detail: Query was: SELECT secret",
			/ended with an error: something new\. The store is as it was; try again/,
		],
		[
			'pg_dump: error: could not open output file "/data/backups/.scratch-a/store.dump": Too many open files',
			/ended with an error: could not open output file …: Too many open files\. /,
		],
		["", /ended with an error: it said nothing\. /],
	])("%j becomes a sentence", (stderr, sentence) => {
		const fault = programFault("pg_dump", stderr);
		expect(fault).toMatchObject({ code: "unavailable", message: expect.stringMatching(sentence) });
		expect(fault.message).not.toMatch(/SELECT|base\/1|127\.0\.0\.1|scratch/);
	});

	test("names what to install when it is missing or too old", () => {
		expect(programMissing("pg_dump", 17).message).toMatch(/pg_dump is not installed.*postgresql-client-17/);
		expect(programMissing("pg_dump", 17, "15.18").message).toMatch(/pg_dump 15.18 is older than the server/);
	});

	test.each([
		[
			`pg_restore: error: could not execute query: ERROR:  unrecognized configuration parameter "transaction_timeout"\nCommand was: SET transaction_timeout = 0;\npg_restore: warning: errors ignored on restore: 1`,
			true,
		],
		[
			`pg_restore: error: could not execute query: ERROR:  unrecognized configuration parameter "transaction_timeout"\npg_restore: error: could not execute query: ERROR:  duplicate key`,
			false,
		],
		["pg_restore: error: could not execute query: ERROR:  duplicate key", false],
		["", false],
	])("%j counts as whole only where settings alone were unknown", (stderr, whole) => {
		expect(isOnlyUnknownSetting(stderr)).toBe(whole);
	});
});
