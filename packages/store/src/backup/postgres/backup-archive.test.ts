import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { packArchive, unpackArchive } from "./backup-archive.ts";

const folder = mkdtempSync(join(tmpdir(), "cairn-archive-"));
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const write = (name: string, content: string | Uint8Array) => {
	writeFileSync(at(name), content);
	return at(name);
};

const dump = Buffer.concat([Buffer.from("PGDMP"), Buffer.alloc(200_000, 7)]);

async function archive(): Promise<string> {
	const files = new Map([
		["catalog-key.pem", write("key", "the key")],
		["store.dump", write("dump", dump)],
	]);
	await packArchive(at("whole.tar"), files);
	return at("whole.tar");
}

describe("the archive of a backup", () => {
	test("gives back what was put in, and is its owner's alone", async () => {
		const file = await archive();
		expect(statSync(file).mode & 0o777).toBe(0o600);
		const files = await unpackArchive(file, at("out"));
		expect(readFileSync(at("out")).equals(dump)).toBe(true);
		expect([...files].map(([name, content]) => [name, content.toString()])).toEqual([
			["catalog-key.pem", "the key"],
		]);
	});

	test("is one that the system's tar opens", async () => {
		const names = execFileSync("tar", ["--list", "--file", await archive()], { encoding: "utf8" });
		expect(names).toBe("catalog-key.pem\nstore.dump\n");
	});

	test("may be what pg_dump wrote alone", async () => {
		expect((await unpackArchive(write("bare.dump", dump), at("out"))).size).toBe(0);
		expect(readFileSync(at("out")).equals(dump)).toBe(true);
	});

	test.each([
		[
			"an SQLite store",
			async () => write("a.db", "SQLite format 3\0 and more"),
			"invalid_input",
			/SQLite store/,
		],
		[
			"something else",
			async () => write("a.txt", "hello".repeat(200)),
			"invalid_input",
			/no backup of a store/,
		],
		["empty", async () => write("empty", ""), "invalid_input", /no backup of a store/],
		[
			"torn",
			async () => write("torn.tar", readFileSync(await archive()).subarray(0, 5_000)),
			"unavailable",
			/damaged/,
		],
		["another archive", () => other(), "invalid_input", /no backup of a store/],
	])("is refused when it is %s", async (_what, make, code, message) => {
		await expect(unpackArchive(await make(), at("out"))).rejects.toMatchObject({
			code,
			message: expect.stringMatching(message),
		});
	});

	async function other(): Promise<string> {
		await packArchive(at("other.tar"), new Map([["readme", write("readme", "hello")]]));
		return at("other.tar");
	}
});
