import { describe, expect, test } from "vitest";
import { agents, claimList, events, files, fileVersions, routines } from "../src/index.ts";
import { openTemporaryStore } from "./open-temporary-store.ts";

/** In the order of their UTF-8 bytes, which is not that of any alphabet. */
const TEXTS = [
	"\0",
	"\0\u0001",
	"\u0001",
	"\u0001\0",
	"\u0002",
	" ",
	"B",
	"Ba",
	"a",
	"ab",
	"z",
	"ä",
	"中",
	"💡",
];

describe("texts that any caller may send", () => {
	test("come back as they were, in the order of their bytes", async () => {
		await using temporary = await openTemporaryStore();
		const { store } = temporary;
		await store.transaction(async (sql) => {
			for (const id of [...TEXTS].reverse()) await agents.letAppear(sql, { id, at: 1 });
		});
		const rows = await store.read.all<{ id: string }>("SELECT id FROM agents ORDER BY id");
		expect(rows.map(({ id }) => id)).toEqual(TEXTS);
		const prisma = await store.prisma();
		for (const id of TEXTS) {
			expect((await agents.findAgent(store.read, id))?.id).toBe(id);
			expect((await prisma.agent.findUnique({ where: { id } }))?.id).toBe(id);
		}
	});

	test("stand in every kind of column", async () => {
		await using temporary = await openTemporaryStore();
		const { store } = temporary;
		const text = `half a pair: \ud83d, a NUL: \0, its neighbours: \u0001\u0002, and more: 💡`;
		const kept = text.toWellFormed();
		const routine = { id: text, context: "both", created_at: 1, name: text, text };
		await store.transaction(async (sql) => {
			await routines.insertRoutine(sql, routine);
			await events.insertEvent(sql, {
				at: 1,
				requestId: "r",
				agentId: text.toWellFormed(),
				action: "log.append",
				object: text,
			});
		});
		expect(await routines.findRoutine(store.read, text)).toMatchObject({ id: kept, name: kept, text: kept });
		expect(await events.eventsAfter(store.read, { after: 0, limit: 9 })).toMatchObject([
			{ agent_id: kept, object: kept },
		]);
	});

	test("are the contents of files to the byte", async () => {
		await using temporary = await openTemporaryStore();
		const content = Buffer.from(`\ufeff${TEXTS.join("\n")}\r\n`);
		const found = await temporary.store.transaction(async (sql) => {
			await agents.letAppear(sql, { id: "a", at: 1 });
			const fileId = await files.insertFile(sql, {
				...{ agentId: "a", path: "f", version: 1, bytes: content.byteLength, digest: "d", at: 1 },
			});
			await fileVersions.insertVersion(sql, { fileId, version: 1, content, digest: "d", at: 1 });
			return fileVersions.findContent(sql, fileId, 1);
		});
		expect(Buffer.from(found ?? "")).toEqual(content);
	});
});

describe("numbers that are too large for what they are compared with", () => {
	test("find nothing, and break nothing", async () => {
		await using temporary = await openTemporaryStore();
		const { read } = temporary.store;
		const most = Number.MAX_SAFE_INTEGER;
		expect(await events.eventsAfter(read, { after: most, limit: 1 })).toEqual([]);
		expect(await fileVersions.findContent(read, most, most)).toBeUndefined();
		const after = { seq: most, place: most };
		for (const order of ["entity", "changed", "stale"] as const)
			expect(await claimList.listClaimsBy(read, { order, after, limit: 1 })).toEqual([]);
	});

	test("and times of all ages are kept to the millisecond", async () => {
		await using temporary = await openTemporaryStore();
		const { store } = temporary;
		const times = [0, 1, -1, 1_796_083_200_000, 8_640_000_000_000_000];
		await store.transaction(async (sql) => {
			for (const at of times) await agents.letAppear(sql, { id: String(at), at });
		});
		const rows = await store.read.all<{ at: number }>("SELECT last_seen_at AS at FROM agents ORDER BY 1");
		expect(rows.map(({ at }) => at)).toEqual([...times].sort((a, b) => a - b));
	});
});
