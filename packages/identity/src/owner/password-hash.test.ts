import { expect, test } from "vitest";
import { hashPassword, PASSWORD_COST, verifyPassword } from "./password-hash.ts";

const CHEAP = { logN: 4, r: 8, p: 1 };

test("a password is kept by its cost, a salt and a hash, and known again", async () => {
	const kept = await hashPassword("correct horse battery staple");
	expect(kept).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
	expect(await verifyPassword("correct horse battery staple", kept)).toBe(true);
	expect(await verifyPassword("correct horse battery stapl", kept)).toBe(false);
});

test("a guess costs what OWASP's guide asks for: as much as one round of scrypt with 128 MiB", () => {
	const { logN, r, p } = PASSWORD_COST;
	expect(r).toBe(8);
	// The guide's table: each halving of the memory asks for about as many rounds more.
	expect([
		[17, 1],
		[16, 2],
		[15, 3],
		[14, 5],
	]).toContainEqual([logN, p]);
});

test("the same password is kept differently each time", async () => {
	expect(await hashPassword("the same password", CHEAP)).not.toBe(
		await hashPassword("the same password", CHEAP),
	);
});

test("a password is known again from a keyboard that composes its letters otherwise", async () => {
	const kept = await hashPassword("Zürich an der Limmat", CHEAP);
	expect(await verifyPassword("Zu\u0308rich an der Limmat", kept)).toBe(true);
});

test.each(["", "plain", "$scrypt$ln=4,r=8,p=1$AAAA$", "$argon2id$v=19$m=1,t=1,p=1$AAAA$AAAA"])(
	"%j, which is no hash of ours, lets nobody in",
	async (kept) => {
		expect(await verifyPassword("", kept)).toBe(false);
		expect(await verifyPassword("plain", kept)).toBe(false);
	},
);
