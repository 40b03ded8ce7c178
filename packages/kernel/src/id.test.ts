import { expect, test } from "vitest";
import { createId } from "./id.ts";

test("ids are short, copyable and don't repeat", () => {
	const ids = Array.from({ length: 10_000 }, () => createId("req"));
	expect(new Set(ids).size).toBe(10_000);
	for (const id of ids) expect(id).toMatch(/^req_[0-9a-hjkmnp-tv-z]{12}$/);
});
