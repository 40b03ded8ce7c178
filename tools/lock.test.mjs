import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { withLock } from "./lock.mjs";

let folder;
let file;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), "cairn-lock-"));
	file = path.join(folder, "lock");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the lock of a checkout", () => {
	test("lets one in at a time", async () => {
		const seen = [];
		const holder = async (name) => {
			seen.push(`${name} in`);
			await new Promise((resolve) => setTimeout(resolve, 30));
			seen.push(`${name} out`);
		};
		await Promise.all(["a", "b", "c"].map((name) => withLock(file, () => holder(name))));
		expect(seen).toHaveLength(6);
		for (const at of [0, 2, 4]) expect(seen[at + 1]).toBe(seen[at].replace("in", "out"));
	});

	test("is free again after work that failed", async () => {
		await expect(withLock(file, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
		expect(existsSync(file)).toBe(false);
	});

	test("is taken over from a process that is gone", async () => {
		writeFileSync(file, JSON.stringify({ pid: 2 ** 30, host: hostname() }));
		expect(await withLock(file, () => "done")).toBe("done");
	});

	test.each([
		["behind", 0],
		["ahead", 1e11],
	])(
		"is taken over from another machine that stopped touching it, be its clock far %s",
		async (_where, seconds) => {
			writeFileSync(file, JSON.stringify({ pid: 1, host: "a container that is gone" }));
			utimesSync(file, seconds, seconds);
			expect(await withLock(file, () => "done", { staleMs: 100 })).toBe("done");
		},
	);

	test("stays with a holder that touches it, however long that lives and whatever its clock says", async () => {
		const seen = [];
		const looks = vi.spyOn(performance, "now").mockReturnValue(0);
		onTestFinished(() => looks.mockRestore());
		const holder = withLock(file, async () => {
			for (let touched = 1; touched <= 5; touched++) {
				utimesSync(file, touched, touched);
				looks.mockClear().mockReturnValue(touched * 10_000);
				await vi.waitUntil(() => looks.mock.calls.length > 0);
			}
			seen.push("the first is done");
		});
		await Promise.all([holder, withLock(file, () => seen.push("the second begins"))]);
		expect(seen).toEqual(["the first is done", "the second begins"]);
	});
});
