import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { inCheckout } from "./checkout.mjs";
import { filesBelow, foldersIn } from "./stamp.mjs";

const rooms = [...foldersIn("packages"), ...foldersIn("apps"), "convert-service"];
/** What people read of the product: what its programs and scripts may say, and the documentation. */
const told = [
	...rooms.flatMap((room) => filesBelow(path.join(room, "src"))),
	...filesBelow("scripts"),
	...filesBelow("docs").filter((file) => !file.startsWith(path.join("docs", "decisions"))),
	"README.md",
	"CONTRIBUTING.md",
].filter((file) => /\.(tsx?|mjs|md|sh|py|yaml)$/.test(file) && !/\.test\.\w+$/.test(file));

/** Units of powers of 1,000; en-GB is a language. */
const DECIMAL = /(?<!en-)\b[kKMGT]B\b/;

test("sizes are told in powers of 1,024 alone, by their IEC names", () => {
	const found = told.flatMap((file) =>
		readFileSync(inCheckout(file), "utf8")
			.split("\n")
			.flatMap((line, index) => (DECIMAL.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
	);
	expect(told.length).toBeGreaterThan(500);
	expect(found).toEqual([]);
});
