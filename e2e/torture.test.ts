import { describe, expect, test } from "vitest";
import { killAdminCommands } from "./torture/kill-admin-commands.ts";
import { killAdmin, killAll, killConvert, killMcp, killRegistry } from "./torture/kill-servers.ts";

// In short; npm run torture does the same at length.
describe("kill -9 under load loses nothing that was answered, and leaves nothing in the way of the next start,", () => {
	test("of the registry", async () => expect((await killRegistry(2)).faults).toEqual([]));
	test("of the admin, whose backups are whole", async () => expect((await killAdmin(2)).faults).toEqual([]));
	test("of MCP over HTTP", async () => expect((await killMcp(2)).faults).toEqual([]));
	test("of the converter", async () => expect((await killConvert(2)).faults).toEqual([]));
	test("of all at once", async () => expect((await killAll(2)).faults).toEqual([]));
	test("of backups, restores and copies while agents write", async () =>
		expect((await killAdminCommands("SQLite", 2)).faults).toEqual([]));
});
