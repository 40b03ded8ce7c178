import { describe, expect, test } from "vitest";
import { pathToUrlPath, urlPathToPath } from "./path-segments.ts";

describe("a stored path in an address", () => {
	test.each(["notes/plan.md", "a//b", "./c", "d/", "a/./b/.", "//", ".", "a.b-c_d"])(
		"%s comes back exactly",
		(path) => {
			expect(urlPathToPath(decodeURIComponent(pathToUrlPath(path)))).toBe(path);
		},
	);

	test.each(["a//b", "./c", "d/", "a/./b/."])("%s survives what browsers fold away", (path) => {
		const { pathname } = new URL(`http://localhost/files/${pathToUrlPath(path)}`);
		expect(urlPathToPath(decodeURIComponent(pathname.slice("/files/".length)))).toBe(path);
	});
});
