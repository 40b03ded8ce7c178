import { expect, test } from "vitest";
import { formatToken, hashSecret, newSecret, newTokenId, parseToken } from "./token-text.ts";

test("a token is read as it was made", () => {
	const parts = { id: newTokenId(), secret: newSecret() };
	expect(parseToken(formatToken(parts))).toEqual(parts);
	expect(formatToken(parts)).toMatch(/^cairn_[0-9a-z]{12}_[A-Za-z0-9_-]{43}$/);
});

test("a secret is new each time and kept only as a hash", () => {
	const secrets = Array.from({ length: 100 }, newSecret);
	expect(new Set(secrets).size).toBe(100);
	for (const secret of secrets) expect(hashSecret(secret)).toMatch(/^[0-9a-f]{64}$/);
});

const secret = "A".repeat(43);

test.each([
	"",
	"cairn",
	`cairn_abcdefghjkmn_${secret}A`,
	`cairn_abcdefghjkmn_${secret.slice(1)}`,
	`cairn_ABCDEFGHJKMN_${secret}`,
	`cairn_short_${secret}`,
	` cairn_abcdefghjkmn_${secret}`,
	`cairn_abcdefghjkmn_${secret}\n`,
	`cairn_abcdefghjkm'_${secret}`,
	`Bearer cairn_abcdefghjkmn_${secret}`,
])("%j is no token", (text) => {
	expect(parseToken(text)).toBeUndefined();
});
