import { defineConfig } from "vitest/config";

const generated = ["**/node_modules/**", "**/dist/**", "**/generated/**"];
const bundles = "tools/bundle-for-tests.mjs";

/** The store's tests run on SQLite, and once more on PostgreSQL, of which each run starts a server. */
const ofTheStore = "packages/store/test/**/*.test.ts";

/** Tests of what only a SQLite file has. */
const onSqliteAlone = [
	"packages/store/test/{backup,restore,upgrade,disk,full-disk,damaged-file,closed-connections,schema,audit-plans,log-plans}.test.ts",
	"packages/scratchpad/test/moved-file.test.ts",
];

/** Tests of what only a store on PostgreSQL has. */
const ofPostgresStore = "packages/store/test/postgres-*.test.ts";

/** Of several programs on one database. */
const ofSharedDatabase = "e2e/postgres/*.test.ts";

/** What else opens a store runs on PostgreSQL too: parts of it, and whole programs. */
const onTopOfStore = [
	"packages/{scratchpad,claims,identity,discovery}/test/**/*.test.ts",
	"packages/catalog/src/history/*.test.ts",
	"apps/mcp/test/import.test.ts",
	"e2e/{scratchpad,claims}-clients.test.ts",
	"e2e/attacks/registry.test.ts",
];

/**
 * How long a test or a hook may take. No test is about time: this only tells a hang, so it is far more than the slowest
 * needs on a busy machine, for a rule's table as for a browser. No test has a smaller one of its own.
 */
const HANG_MS = 300_000;

export default defineConfig({
	test: {
		maxWorkers: 2,
		testTimeout: HANG_MS,
		hookTimeout: HANG_MS,
		expect: { poll: { timeout: 60_000 } },
		setupFiles: "tools/patient-waits.mjs",
		projects: [
			{
				extends: true,
				test: {
					name: "unit",
					include: [
						"packages/**/src/**/*.test.ts",
						"apps/**/src/**/*.test.{ts,tsx}",
						"convert-service/src/**/*.test.ts",
						"tools/*.test.mjs",
					],
					exclude: generated,
				},
			},
			{
				extends: true,
				test: {
					name: "integration",
					include: [
						"packages/*/test/**/*.test.ts",
						"apps/*/test/**/*.test.{ts,tsx}",
						"convert-service/test/**/*.test.ts",
						"e2e/*.test.ts",
						"e2e/attacks/*.test.ts",
					],
					exclude: [...generated, ofPostgresStore],
					globalSetup: bundles,
				},
			},
			{
				extends: true,
				test: {
					name: "postgresql",
					include: [ofTheStore],
					exclude: [...generated, ...onSqliteAlone],
					globalSetup: [bundles, "tools/postgres-for-tests.mjs"],
				},
			},
			{
				extends: true,
				test: {
					name: "postgresql-programs",
					include: [...onTopOfStore, ofSharedDatabase],
					exclude: [...generated, ...onSqliteAlone],
					globalSetup: [bundles, "tools/postgres-for-tests.mjs"],
				},
			},
			{
				extends: true,
				test: {
					name: "browser",
					include: ["e2e/browser/**/*.test.ts"],
					exclude: generated,
					globalSetup: bundles,
				},
			},
			{
				extends: true,
				test: {
					name: "compose",
					include: ["e2e/compose/*.test.ts"],
					exclude: generated,
					// Later ones build on what the owner and the agents of earlier ones did, as an appliance's days do.
					bail: 1,
					// They share project and ports.
					fileParallelism: false,
				},
			},
		],
	},
});
