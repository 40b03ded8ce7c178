import { describe, expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

const never = new AbortController().signal;

/** Enters a queue and notes when it gets its slot. */
function visit(queue: FairQueue, client: string, order: string[]) {
	const place = queue.enter(client);
	const slot = place.slot(never).then(() => void order.push(client));
	return { leave: () => place[Symbol.dispose](), slot };
}

describe("a fair queue", () => {
	test("lets clients take turns, however many one has sent before", async () => {
		const queue = new FairQueue({ slots: 1, waiting: 10 });
		const order: string[] = [];
		const visits = ["a", "a", "a", "a", "b", "c"].map((client) => visit(queue, client, order));
		// In which order the visits get their slots, by their places in the list above.
		for (const [turn, index] of [0, 4, 5, 1, 2, 3].entries()) {
			await visits[index]?.slot;
			expect(order).toHaveLength(turn + 1);
			visits[index]?.leave();
		}
		expect(order).toEqual(["a", "b", "c", "a", "a", "a"]);
	});

	test("gives the oldest place of who has most, and whose document is still arriving, to another client", () => {
		const queue = new FairQueue({ slots: 1, waiting: 2 });
		const [whole, slow, slower] = [queue.enter("a"), queue.enter("a"), queue.enter("a")];
		whole.arrived();
		using other = queue.enter("b");
		expect([whole, slow, slower, other].map(({ given }) => given.aborted)).toEqual([
			...[false, true, false, false],
		]);
		expect(slow.given.reason).toMatchObject({ code: "rate_limited" });
		expect(queue.counts().waiting).toBe(3);
		expect(() => queue.enter("b")).toThrow("busy");
		expect(() => queue.enter("a")).toThrow("busy");
	});

	test("turns away who finds no place, and admits again when one has left", () => {
		const queue = new FairQueue({ slots: 1, waiting: 1 });
		const first = queue.enter("a");
		for (const place of [first, queue.enter("a")]) place.arrived();
		expect(() => queue.enter("b")).toThrow("The converter is busy");
		first[Symbol.dispose]();
		first[Symbol.dispose]();
		queue.enter("b");
		expect(() => queue.enter("b")).toThrow("The converter is busy");
	});

	test("forgets who stops waiting", async () => {
		const queue = new FairQueue({ slots: 1, waiting: 2 });
		const holder = queue.enter("a");
		await holder.slot(never);
		const leaving = new AbortController();
		const impatient = queue.enter("b");
		const waiting = impatient.slot(leaving.signal);
		leaving.abort(new Error("left"));
		await expect(waiting).rejects.toThrow("left");
		impatient[Symbol.dispose]();
		expect(queue.counts()).toEqual({ running: 1, waiting: 0, slots: 1, queue: 2 });
		const next = queue.enter("c");
		const slot = next.slot(never);
		holder[Symbol.dispose]();
		await slot;
		expect(queue.counts()).toEqual({ running: 1, waiting: 0, slots: 1, queue: 2 });
	});
});
