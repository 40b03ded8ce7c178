import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { audit, events } from "../src/index.ts";
import { idsOfTime } from "../src/tables/event-spans.ts";
import { openTemporaryStore, type TemporaryStore } from "./open-temporary-store.ts";

const COUNT = 4_000;
/** Where the clock was set back by 1,500 seconds, and where it was right again. */
const [SET_BACK, RIGHT_AGAIN] = [1_600, 1_650];
const SECOND = 1_000;

/** The time of each event: a second after the one before, but where the clock was behind. */
const timeOf = (id: number) => (id >= SET_BACK && id < RIGHT_AGAIN ? id - 1_500 : id) * SECOND;

describe("events of a time", () => {
	let temporary: TemporaryStore;
	beforeAll(async () => {
		temporary = await openTemporaryStore();
		await temporary.store.transaction(async (sql) => {
			for (let id = 1; id <= COUNT; id++) {
				const event = { requestId: "r", agentId: "ada", action: "file.write", object: "x" } as const;
				await events.insertEvent(sql, { ...event, at: timeOf(id) });
			}
		});
	});
	afterAll(() => temporary[Symbol.asyncDispose]());

	const ids = Array.from({ length: COUNT }, (_, index) => index + 1);
	const instants = [-1, 50, 101, 149, 1_023, 1_600, 2_047, 2_500, 3_999, 9_999].map((at) => at * SECOND);

	test.each(instants)(
		"are found before %d, newest first, also where the clock was set back",
		async (until) => {
			const page = await audit.listAudit(temporary.store.read, { until, limit: 41 });
			const wanted = ids.filter((id) => timeOf(id) < until).reverse();
			expect(page.map(({ id }) => id)).toEqual(wanted.slice(0, 41));
		},
	);

	test.each(instants)("are found from %d on, oldest first", async (since) => {
		const page = await audit.listAudit(temporary.store.read, { since, after: 0, limit: 41 });
		const wanted = ids.filter((id) => timeOf(id) >= since);
		expect(page.map(({ id }) => id)).toEqual(wanted.slice(0, 41));
	});

	test("are looked for in their spans alone: of long ago, and of a time to come", async () => {
		const { read } = temporary.store;
		expect(await idsOfTime(read, { until: 50 * SECOND })).toEqual({ from: undefined, before: 1_024 });
		expect(await idsOfTime(read, { until: 120 * SECOND })).toEqual({ from: undefined, before: 2_048 });
		expect(await idsOfTime(read, { since: 9_999 * SECOND })).toEqual({ from: 3_072, before: undefined });
		expect(await idsOfTime(read, { since: 2_500 * SECOND })).toEqual({ from: 2_048, before: undefined });
	});

	test("are found after ids that were left out, as a restore does, once the next span is full", async () => {
		await using other = await openTemporaryStore();
		await other.store.transaction(async (sql) => {
			const event = { requestId: "r", agentId: "ada", action: "file.write", object: "x" } as const;
			await events.insertEvent(sql, { ...event, at: 1 });
			await sql.run(
				sql.dialect.database === "sqlite"
					? "UPDATE sqlite_sequence SET seq = 3000 WHERE name = 'events'"
					: "UPDATE event_ids SET newest_id = 3000",
			);
			for (let id = 3_001; id <= 3_080; id++) await events.insertEvent(sql, { ...event, at: id });
		});
		const spans = await other.store.read.all<{ number: number }>("SELECT number FROM event_spans");
		expect(spans.map(({ number }) => Number(number))).toEqual([0, 2]);
		const page = await audit.listAudit(other.store.read, { until: 3_002, limit: 41 });
		expect(page.map(({ id }) => id)).toEqual([3_001, 1]);
	});
});
