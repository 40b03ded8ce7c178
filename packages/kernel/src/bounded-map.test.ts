import { expect, test } from "vitest";
import { BoundedMap } from "./bounded-map.ts";

function kept(map: BoundedMap<string, number>): Record<string, number | undefined> {
	return Object.fromEntries(["a", "b", "c", "d"].map((key) => [key, map.get(key)]));
}

test("of too many keys the one that was set longest ago is forgotten, however often it was asked for", () => {
	const map = new BoundedMap<string, number>(2);
	map.set("a", 1);
	map.set("b", 2);
	expect(map.get("a")).toBe(1);
	map.set("c", 3);
	expect(kept(map)).toEqual({ a: undefined, b: 2, c: 3, d: undefined });
});

test("a key that is set again counts as new, and takes no room of another", () => {
	const map = new BoundedMap<string, number>(2);
	map.set("a", 1);
	map.set("b", 2);
	map.set("a", 3);
	expect(kept(map)).toEqual({ a: 3, b: 2, c: undefined, d: undefined });
	map.set("c", 4);
	expect(kept(map)).toEqual({ a: 3, b: undefined, c: 4, d: undefined });
});

test("a key that is deleted leaves its room to the next", () => {
	const map = new BoundedMap<string, number>(2);
	map.set("a", 1);
	map.set("b", 2);
	map.delete("b");
	map.set("c", 3);
	expect(kept(map)).toEqual({ a: 1, b: undefined, c: 3, d: undefined });
});
