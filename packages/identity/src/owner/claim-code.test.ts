import fc from "fast-check";
import { expect, test } from "vitest";
import { hashClaimCode, newClaimCode } from "./claim-code.ts";

test("a claim code has 80 random bits, in groups that can be read from a screen", () => {
	const codes = Array.from({ length: 200 }, newClaimCode);
	expect(new Set(codes).size).toBe(200);
	for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
});

test("a code is the same however it is typed", () => {
	const codes = fc.constant(null).map(newClaimCode);
	fc.assert(
		fc.property(codes, (code) => {
			const typed = [
				code.toUpperCase(),
				code.replaceAll("-", ""),
				` ${code.replaceAll("-", " ")}\n`,
				code.replaceAll("0", "O").replaceAll("1", "l"),
				code.replaceAll("1", "I"),
			];
			for (const one of typed) expect(hashClaimCode(one)).toBe(hashClaimCode(code));
			expect(hashClaimCode(code.slice(1))).not.toBe(hashClaimCode(code));
		}),
	);
});
