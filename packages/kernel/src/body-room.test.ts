import { describe, expect, test } from "vitest";
import { BodyRoom } from "./body-room.ts";

describe("the room of bodies under way", () => {
	test("counts what is held, until it is let go", () => {
		const room = new BodyRoom(10);
		const body = room.enter("a");
		body.take(6);
		body.take(4);
		expect(room.bytes).toBe(10);
		body[Symbol.dispose]();
		body[Symbol.dispose]();
		expect(room.bytes).toBe(0);
	});

	test("is made by the oldest body of the address that holds most: others get through", async () => {
		const room = new BodyRoom(10);
		const [first, second] = [room.enter("slow"), room.enter("slow")];
		first.take(4);
		second.take(5);
		const other = room.enter("other");
		other.take(4);
		await expect(first.ended).rejects.toMatchObject({
			code: "unavailable",
			details: { retry_after_seconds: 2 },
		});
		expect([room.bytes, second.isArriving, other.isArriving]).toEqual([9, true, true]);
	});

	test("is not used up by what came of a body that was sent away", () => {
		const room = new BodyRoom(10);
		const slow = room.enter("slow");
		slow.take(6);
		const other = room.enter("other");
		other.take(5);
		expect(() => slow.take(3)).toThrow("Try again in 2 seconds.");
		expect(() => slow.arrived()).toThrow("Try again in 2 seconds.");
		slow[Symbol.dispose]();
		expect(room.bytes).toBe(5);
		other[Symbol.dispose]();
		expect(room.bytes).toBe(0);
	});

	test("is not made by a body that is whole, but refused to the one that comes", () => {
		const room = new BodyRoom(10);
		const whole = room.enter("a");
		whole.take(9);
		whole.arrived();
		const next = room.enter("a");
		expect(() => next.take(2)).toThrow("Try again in 2 seconds.");
		expect(room.bytes).toBe(9);
		whole[Symbol.dispose]();
		room.enter("a").take(10);
		expect(room.bytes).toBe(10);
	});

	test("keeps nothing of a body that was sent away while its next bytes were there already", () => {
		const room = new BodyRoom(10);
		const slow = room.enter("slow");
		slow.take(8);
		const other = room.enter("other");
		other.take(4);
		expect(() => slow.take(5)).toThrow("Try again in 2 seconds.");
		expect([room.bytes, other.isArriving]).toEqual([4, true]);
		other[Symbol.dispose]();
		expect(room.bytes).toBe(0);
	});
});
