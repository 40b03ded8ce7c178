import { describe, expect, test } from "vitest";
import { events, openStore, type Store } from "../src/index.ts";
import { openTemporaryStore } from "./open-temporary-store.ts";

function record(store: Store, object: string): Promise<number> {
	return store.transaction((sql) =>
		events.insertEvent(sql, { at: 1, requestId: "req_1", agentId: "a", action: "log.append", object }),
	);
}

/** Takes so many events of a watch, then ends it. */
async function take(store: Store, count: number, since?: number): Promise<string[]> {
	const controller = new AbortController();
	const taken: string[] = [];
	for await (const event of store.watch({
		signal: controller.signal,
		...(since !== undefined && { since }),
	})) {
		taken.push(event.object);
		if (taken.length === count) controller.abort();
	}
	return taken;
}

describe("the change feed", () => {
	test("yields what was committed since a place, and goes on with what comes", async () => {
		await using temporary = await openTemporaryStore();
		await record(temporary.store, "1");
		await record(temporary.store, "2");
		const taken = take(temporary.store, 4, 1);
		await record(temporary.store, "3");
		await record(temporary.store, "4");
		await record(temporary.store, "5");
		expect(await taken).toEqual(["2", "3", "4", "5"]);
	});

	test("without a place starts at the call", async () => {
		await using temporary = await openTemporaryStore();
		await record(temporary.store, "before");
		let isTaken = false;
		const taken = take(temporary.store, 1).finally(() => {
			isTaken = true;
		});
		// The call looks where the events are; what is recorded before it did counts as before.
		while (!isTaken) await record(temporary.store, "after");
		expect(await taken).toEqual(["after"]);
	});

	test("tells of other connections' commits, in order, to each who watches", async () => {
		await using temporary = await openTemporaryStore();
		await using other = await openStore(temporary.place);
		const both = [take(temporary.store, 500, 0), take(temporary.store, 500, 0)];
		const written = Array.from({ length: 500 }, (_, index) => String(index));
		for (const object of written) await record(other, object);
		expect(await Promise.all(both)).toEqual([written, written]);
	});

	test("leaves out what was rolled back", async () => {
		await using temporary = await openTemporaryStore();
		const taken = take(temporary.store, 1, 0);
		const failing = temporary.store.transaction(async (sql) => {
			await events.insertEvent(sql, {
				at: 1,
				requestId: "r",
				agentId: "a",
				action: "file.write",
				object: "undone",
			});
			throw new Error("undo");
		});
		await expect(failing).rejects.toThrow("undo");
		await record(temporary.store, "kept");
		expect(await taken).toEqual(["kept"]);
	});

	test("ends when its signal fires, also while nothing happens, and when the store closes", async () => {
		await using temporary = await openTemporaryStore();
		const controller = new AbortController();
		const ended = drain(temporary.store, controller.signal);
		controller.abort();
		await ended;
		const other = await openStore(temporary.place);
		const watching = drain(other, new AbortController().signal);
		await other.close();
		await watching;
	});
});

async function drain(store: Store, signal: AbortSignal): Promise<void> {
	for await (const _event of store.watch({ signal, since: 0 }));
}
