import { describe, expect, test } from "vitest";
import { agents, openStore, type Sql } from "../src/index.ts";
import { openTemporaryStore } from "./open-temporary-store.ts";

const insert = (sql: Sql, id: string) => agents.letAppear(sql, { id, at: 1 });
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("transactions", () => {
	test("a transaction that throws leaves nothing behind", async () => {
		await using temporary = await openTemporaryStore();
		const failing = temporary.store.transaction(async (sql) => {
			await insert(sql, "a");
			throw new Error("undo");
		});
		await expect(failing).rejects.toThrow("undo");
		expect(await agents.findAgent(temporary.store.read, "a")).toBeUndefined();
	});

	test("transactions of one process wait for each other, in order", async () => {
		await using temporary = await openTemporaryStore();
		const steps: string[] = [];
		const work = (name: string) =>
			temporary.store.transaction(async (sql) => {
				steps.push(`${name} begins`);
				await insert(sql, name);
				await turn();
				steps.push(`${name} ends`);
			});
		await Promise.all([work("a"), work("b"), work("c")]);
		expect(steps).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
	});

	test("reading sees only what was committed", async () => {
		await using temporary = await openTemporaryStore();
		await temporary.store.transaction(async (sql) => {
			await insert(sql, "a");
			expect(await agents.findAgent(temporary.store.read, "a")).toBeUndefined();
		});
		expect(await agents.findAgent(temporary.store.read, "a")).toBeDefined();
	});

	test("an outside write through Prisma is not lost with somebody else's rollback", async () => {
		await using temporary = await openTemporaryStore();
		const prisma = await temporary.store.prisma();
		const data = (id: string) => ({ id, createdAt: 1n, lastSeenAt: 1n });
		const outcomes = await Promise.allSettled([
			temporary.store.transaction(async (sql) => {
				await insert(sql, "raw");
				await turn();
				throw new Error("undo");
			}),
			prisma.agent.create({ data: data("outside") }),
			prisma.$transaction(async (tx) => {
				await tx.agent.create({ data: data("inside") });
				await turn();
				throw new Error("undo");
			}),
			prisma.agent.create({ data: data("outside too") }),
			insertLater(temporary.store.transaction),
		]);
		expect(outcomes.map(({ status }) => status)).toEqual([
			"rejected",
			"fulfilled",
			"rejected",
			"fulfilled",
			"fulfilled",
		]);
		const kept = await prisma.agent.findMany({ select: { id: true }, orderBy: { id: "asc" } });
		expect(kept.map(({ id }) => id)).toEqual(["later", "outside", "outside too"]);
	});

	test("a Prisma transaction that fails at its end frees the store for the next one", async () => {
		await using temporary = await openTemporaryStore();
		const prisma = await temporary.store.prisma();
		const broken = prisma.$transaction(async (tx) => {
			await tx.$executeRaw`PRAGMA defer_foreign_keys = ON`;
			await tx.$executeRaw`INSERT INTO summaries (file_id, version, model, created_at, summary) VALUES (99, 1, 'm', 1, x'00')`;
		});
		await expect(broken).rejects.toThrow();
		await temporary.store.transaction((sql) => insert(sql, "a"));
		expect(await prisma.agent.count()).toBe(1);
		expect(await prisma.summary.count()).toBe(0);
	});

	test("two stores on one file see each other's changes", async () => {
		await using temporary = await openTemporaryStore();
		await using other = await openStore(temporary.place);
		await Promise.all(
			Array.from({ length: 50 }, (_, index) =>
				(index % 2 ? temporary.store : other).transaction((sql) => insert(sql, `agent-${index}`)),
			),
		);
		expect(await (await other.prisma()).agent.count()).toBe(50);
	});
});

function insertLater(
	transaction: (work: (sql: Sql) => Promise<unknown>) => Promise<unknown>,
): Promise<unknown> {
	return transaction((sql) => insert(sql, "later"));
}
