import { expect, test } from "vitest";
import { GuessLimit } from "./guess-limit.ts";

function open() {
	const clock = { time: 1_000_000, now: () => clock.time };
	const limit = new GuessLimit({ clock });
	const guess = (address: string, times: number) => {
		for (let time = 0; time < times; time++) limit.count(address);
		return limit.waitSeconds(address);
	};
	return { clock, limit, guess };
}

test("an address may be wrong 30 times a minute, and others go on", () => {
	const { clock, limit, guess } = open();
	expect(guess("192.168.1.9", 29)).toBeUndefined();
	expect(guess("192.168.1.9", 1)).toBe(60);
	expect(limit.waitSeconds("192.168.1.10")).toBeUndefined();
	limit.giveBack("192.168.1.9");
	expect(limit.waitSeconds("192.168.1.9")).toBeUndefined();
	expect(guess("192.168.1.9", 1)).toBe(60);
	clock.time += 59_500;
	expect(limit.waitSeconds("192.168.1.9")).toBe(1);
	clock.time += 500;
	expect(guess("192.168.1.9", 1)).toBeUndefined();
});

test("all addresses of one IPv6 network are one", () => {
	const { limit, guess } = open();
	guess("2001:db8::1", 30);
	expect(limit.waitSeconds("2001:db8::ffff:2")).toBe(60);
	expect(limit.waitSeconds("2001:db8:0:1::1")).toBeUndefined();
});

test("a clock that is set back makes nobody wait longer", () => {
	const { clock, limit, guess } = open();
	guess("192.168.1.9", 30);
	clock.time -= 500_000;
	expect(limit.waitSeconds("192.168.1.9")).toBeUndefined();
});

test("of a flood of addresses the one that began first is forgotten first", () => {
	const { limit, guess } = open();
	guess("192.168.1.9", 30);
	for (let n = 0; n < 9_999; n++) limit.count(`10.0.${n >> 8}.${n & 255}`);
	expect(limit.waitSeconds("192.168.1.9")).toBe(60);
	limit.count("10.1.0.0");
	expect(limit.waitSeconds("192.168.1.9")).toBeUndefined();
});
