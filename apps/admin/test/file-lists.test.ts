import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FakeClock } from "./fake-clock.ts";
import { type OpenAdmin, openAdmin } from "./open-admin.ts";

const FILES = "/agents/bot/files";

interface Written {
	path: string;
	bytes: number;
	version: number;
	at: number;
}

describe("the files of an agent", () => {
	let admin: OpenAdmin;
	const clock = new FakeClock();
	const written: Written[] = [];
	const write = (path: string, bytes: number, version: number) => {
		const call = { agent_id: "bot", path, content: `${version}`.padEnd(bytes, "x") };
		return admin.agent("write_file", call);
	};
	beforeAll(async () => {
		admin = await openAdmin({ clock });
		// More than two pages, with many that are alike in each way.
		for (let index = 0; index < 100; index++) {
			const path = `${["notes/", "notes/old/", "data/", ""][index % 4]}f${String((index * 37) % 100).padStart(2, "0")}`;
			const [bytes, version] = [10 + (index % 3), 1 + (index % 2)];
			clock.time += index % 5 === 0 ? 1_000 : 0;
			for (let count = 1; count <= version; count++) await write(path, bytes, count);
			written.push({ path, bytes, version, at: clock.time });
		}
	});
	afterAll(() => admin[Symbol.asyncDispose]());

	const page = async (address: string) => (await admin.get(address)).text();

	/** The paths of all pages, in their order. */
	async function pathsOf(query: string): Promise<string[]> {
		const paths: string[] = [];
		let next: string | undefined = `${FILES}?${query}`;
		while (next !== undefined) {
			const html: string = await page(next);
			paths.push(
				...[...html.matchAll(/<a class="path" href="\/agents\/bot\/files\/([^"]*)"/g)].map(
					([, path = ""]) => path,
				),
			);
			next = /href="([^"]*)" rel="next"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
		}
		return paths;
	}

	const byPath = (one: Written, other: Written) => (one.path < other.path ? -1 : 1);

	test.each([
		["path", byPath],
		["-path", (one: Written, other: Written) => byPath(other, one)],
		["size", (one: Written, other: Written) => one.bytes - other.bytes],
		["-size", (one: Written, other: Written) => other.bytes - one.bytes],
		["version", (one: Written, other: Written) => one.version - other.version],
		["-version", (one: Written, other: Written) => other.version - one.version],
		["written", (one: Written, other: Written) => one.at - other.at],
		["-written", (one: Written, other: Written) => other.at - one.at],
	])(
		"come in the order %s, each once over all pages, paths deciding among equal ones",
		async (sort, order) => {
			const expected = written.toSorted((one, other) => order(one, other) || byPath(one, other));
			expect(await pathsOf(`sort=${sort}`)).toEqual(expected.map(({ path }) => path));
		},
	);

	test("keep to the prefix in any order, and to the order while filtered", async () => {
		const paths = await pathsOf("prefix=notes/&sort=-size");
		expect(paths).toHaveLength(50);
		expect(paths.every((path) => path.startsWith("notes/"))).toBe(true);
		const html = await page(`${FILES}?prefix=n&sort=-size`);
		expect(html).toContain('<option value="-size" selected="">largest first</option>');
		expect(html).toContain('<th scope="col" class="num" aria-sort="descending">Size</th>');
		expect(html).toMatch(/hx-get="[^"]*prefix=n&amp;sort=-size" hx-trigger="refresh/);
	});

	test.each([1.5, -1, 2_147_483_648, 1e300])("refuse a cursor with a size of %d", async (size) => {
		const cursor = Buffer.from(JSON.stringify(["", "size", true, size, "a"])).toString("base64url");
		expect((await admin.get(`${FILES}?sort=-size&cursor=${cursor}`)).status).toBe(422);
	});

	test("refuse a cursor of another order", async () => {
		const [, cursor = ""] = /cursor=([^&"]*)/.exec(await page(`${FILES}?sort=size`)) ?? [];
		expect((await admin.get(`${FILES}?sort=-size&cursor=${cursor}`)).status).toBe(422);
		expect((await admin.get(`${FILES}?sort=size&cursor=${cursor}`)).status).toBe(200);
		expect((await admin.get(`${FILES}?view=folder&cursor=${cursor}`)).status).toBe(422);
	});

	test("show folder by folder, folders first, with the sums of what is below them", async () => {
		const top = await page(`${FILES}?view=folder`);
		const rows = [...top.matchAll(/<tr id="r-[^"]*">.*?<\/tr>/gs)].map(([row]) =>
			row.replaceAll(/<[^>]*>/g, " "),
		);
		expect(rows).toHaveLength(27);
		const inData = written.filter(({ path }) => path.startsWith("data/"));
		const bytes = inData.reduce((sum, file) => sum + file.bytes, 0);
		expect(rows[0]?.replaceAll(/\s+/g, " ")).toContain(`data/ 25 files ${bytes} bytes`);
		expect(rows[1]).toMatch(/notes\/.*50 files/s);
		expect(top).toMatch(
			/notes\/<\/a> <span class="folder-count">50 files<\/span><\/th><td class="absent"><\/td>/,
		);
		expect(rows[2]).toMatch(/f\d\d/);
		expect(top).toContain(`href="${FILES}?view=folder&amp;prefix=notes%2F"`);
		const notes = await page(`${FILES}?view=folder&prefix=notes/`);
		expect(notes).toContain(`href="${FILES}?view=folder&amp;prefix=notes%2Fold%2F"`);
		expect(notes).toContain('<span aria-current="page">notes</span>');
		const old = await page(`${FILES}?view=folder&prefix=notes/old/`);
		expect(old).toContain(`<a href="${FILES}?view=folder&amp;prefix=notes%2F">notes</a>`);
		expect(await pathsOf("view=folder&prefix=notes/old/")).toHaveLength(25);
	});

	test("page through a folder that is long, each file once", async () => {
		for (let index = 0; index < 100; index++) await write(`long/${index}`, 1, 1);
		const paths = await pathsOf("view=folder&prefix=long/");
		expect(paths).toHaveLength(100);
		expect(new Set(paths).size).toBe(100);
	});
});
