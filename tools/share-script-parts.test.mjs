import { basename } from "node:path";
import { expect, test } from "vitest";
import { isCurrent, sharedScriptParts } from "./share-script-parts.mjs";

test("what scripts have in common is the same in each: npm run share makes it so", () => {
	const shared = sharedScriptParts();
	expect(shared.filter((one) => !isCurrent(one)).map(({ copy }) => copy)).toEqual([]);
	const names = shared.map(({ copy }) => basename(copy));
	expect(names.filter((name, _at, all) => all.indexOf(name) === all.lastIndexOf(name))).toEqual([]);
});
