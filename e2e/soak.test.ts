import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { leaksOf } from "./torture/leaks.ts";
import { soak } from "./torture/soak.ts";

/** Enough that what is kept of each stands out; npm run torture brings the calls of a day. */
const SHORT = { calls: 1_200, looks: 4 };

const leaks = async (preload: readonly string[] = []) =>
	(await soak({ ...SHORT, preload })).map((report) => ({ ...report, faults: leaksOf(report) }));

test("polls, calls and pages leave no files, no timers, no sockets and nothing in memory", async () => {
	expect(await leaks()).toMatchObject([
		{ server: "registry", faults: [] },
		{ server: "mcp", faults: [] },
		{ server: "admin", faults: [] },
	]);
});

test("a server that keeps 500 bytes of each request is found out", async () => {
	const leak = pathToFileURL(join(import.meta.dirname, "torture", "leak.mjs")).href;
	const faults = ["memory leaks"];
	expect(await leaks([leak])).toMatchObject([
		{ server: "registry", faults },
		{ server: "mcp", faults },
		{ server: "admin", faults },
	]);
});
