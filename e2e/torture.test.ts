import { describe, expect, test } from "vitest";
import { killAdmin, killConvert, killRegistry } from "./torture/kill-servers.ts";

// In short; npm run torture does the same at length, and soaks the registry.
const TIMEOUT = { timeout: 120_000 };

describe("kill -9 under load", TIMEOUT, () => {
	test("of the registry loses no write that was answered", async () =>
		expect(await killRegistry(4)).toEqual([]));
	test("of the admin leaves no backup that is not whole", async () => expect(await killAdmin(2)).toEqual([]));
	test("of the converter leaves nothing in the way of the next start", async () =>
		expect(await killConvert(2)).toEqual([]));
});
