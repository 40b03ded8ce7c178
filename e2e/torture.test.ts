import { describe, expect, test } from "vitest";
import { killAdmin, killConvert, killRegistry } from "./torture/kill-servers.ts";
import { soak } from "./torture/soak.ts";

// In short; npm run torture does the same at length.
const TIMEOUT = { timeout: 120_000 };

describe("kill -9 under load", TIMEOUT, () => {
	test("of the registry loses no write that was answered", async () =>
		expect(await killRegistry(4)).toEqual([]));
	test("of the admin leaves no backup that is not whole", async () => expect(await killAdmin(2)).toEqual([]));
	test("of the converter leaves nothing in the way of the next start", async () =>
		expect(await killConvert(2)).toEqual([]));
});

test("polls and calls leak no handle", TIMEOUT, async () => {
	const { handles } = await soak(80);
	// A connection more may be open at the moment; a leak would show with every call.
	expect(handles[1] - handles[0]).toBeLessThan(5);
});
