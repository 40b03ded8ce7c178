import { createHash } from "node:crypto";
import type { ScriptFileView } from "@cairn/catalog/server";
import { describe, expect, test } from "vitest";
import { compareFiles } from "./compare-files.ts";
import { loadChanges } from "./load-changes.ts";
import { MAX_SHOWN_BYTES } from "./read-content.ts";

const contents = new Map<string, Uint8Array>();
const read = async (sha256: string) => contents.get(sha256);

function file(path: string, content: string | Uint8Array, executable = false): ScriptFileView {
	const bytes = Buffer.from(content);
	const sha256 = createHash("sha256").update(bytes).digest("hex");
	contents.set(sha256, bytes);
	return { path, sha256, bytes: bytes.byteLength, executable };
}

const load = (before: ScriptFileView[], after: ScriptFileView[], budget?: number) =>
	loadChanges({ before, after, read, split: false, budget });

describe("the files that differ", () => {
	test("are told apart by what became of them", () => {
		const changes = compareFiles(
			[file("gone", "x"), file("same", "x"), file("mode", "x"), file("text", "x", true)],
			[
				file("mode", "x", true),
				file("new", "x", true),
				file("plain", "x"),
				file("same", "x"),
				file("text", "y"),
			],
		);
		expect(changes.map(({ path, kind, executable }) => [path, kind, executable])).toEqual([
			["gone", "removed", undefined],
			["mode", "mode", true],
			["new", "added", true],
			["plain", "added", undefined],
			["text", "changed", false],
		]);
	});
});

describe("what a page shows of them", () => {
	test("is complete when every changed line is there", async () => {
		const { changes, complete, unseen } = await load([file("a", "1\n2\n")], [file("a", "1\n3\n")], 5_000);
		expect(changes[0]?.body).toMatchObject({ kind: "lines", diff: { stats: { added: 1, removed: 1 } } });
		expect({ complete, unseen }).toEqual({ complete: true, unseen: [] });
	});

	test("is not complete while rows, files or parts of a line are left out", async () => {
		const rows = await load([], [file("a", "x\n".repeat(500))], 5_000);
		expect(rows.complete).toBe(false);
		const files = await load([], [file("a", "x\n".repeat(30)), file("b", "y")], 3_000);
		expect(files.changes.at(-1)?.body).toEqual({ kind: "later" });
		expect(files.complete).toBe(false);
		const line = await load([], [file("a", `true ${" ".repeat(2_000)}; rm -rf ~`)], 20_000);
		expect(line.complete).toBe(false);
	});

	test("is complete at any length when all is asked for", async () => {
		const many = Array.from({ length: 60 }, (_, index) =>
			file(`f${index}`, `${"x".repeat(3_000)}\n`.repeat(9)),
		);
		expect(await load([], many)).toMatchObject({ complete: true, more: 0, unseen: [] });
		const some = await load([], many, 9_000);
		expect(some.complete).toBe(false);
		expect(some.changes.length + some.more).toBe(60);
		expect(some.more).toBeGreaterThan(30);
	});

	test("names what can't be shown: no text, or too much of it", async () => {
		const large = file("large", "x".repeat(MAX_SHOWN_BYTES + 1));
		const lines = file("lines", "\n".repeat(30_000));
		const { changes, unseen, complete } = await load(
			[],
			[file("binary", Buffer.from([255, 0])), large, lines],
		);
		expect(changes.map(({ body }) => body?.kind)).toEqual(["binary", "large", "large"]);
		expect(unseen.map(({ path }) => path)).toEqual(["binary", "large", "lines"]);
		expect(complete).toBe(true);
	});

	test("has no body where only the mode changed", async () => {
		const { changes, complete } = await load([file("a", "x")], [file("a", "x", true)], 5_000);
		expect(changes[0]?.body).toBeUndefined();
		expect(complete).toBe(true);
	});
});
