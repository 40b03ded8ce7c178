import { expect, test } from "vitest";
import { seal, unseal } from "./seal.ts";

test.each(["a token", "", "ä 中 \u{1f600}", "x".repeat(10_000)])(
	"what was sealed comes out with its secret alone: %.20s",
	(text) => {
		const sealed = seal(text, "secret");
		expect(unseal(sealed, "secret")).toBe(text);
		expect(unseal(sealed, "another secret")).toBeUndefined();
		expect(seal(text, "secret")).not.toBe(sealed);
		if (text !== "") expect(Buffer.from(sealed, "base64url").includes(text)).toBe(false);
	},
);

test("what was changed, cut or never sealed does not come out", () => {
	const sealed = seal("a token", "secret");
	for (let index = 0; index < sealed.length - 1; index++) {
		const changed = `${sealed.slice(0, index)}${sealed[index] === "A" ? "B" : "A"}${sealed.slice(index + 1)}`;
		expect(unseal(changed, "secret")).toBeUndefined();
		expect(unseal(sealed.slice(0, index), "secret")).toBeUndefined();
	}
	expect(unseal("", "secret")).toBeUndefined();
});
