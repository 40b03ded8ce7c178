import { closeSync, constants, readFileSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { plant, temporaryFolder } from "../../test/open-files.ts";
import { Directory, type Reach } from "./directory.ts";

function openTree(reach?: Reach) {
	const folder = temporaryFolder();
	plant(folder, { "root/a/b/x.md": "inside", "out/b/x.md": "outside", "out/x.md": "outside" });
	const top = Directory.open(join(folder, "root"), reach);
	onTestFinished(() => top.close());
	return { folder, top };
}

function open(directory: Directory | undefined, name: string): Directory {
	const child = directory?.child(name);
	if (child === undefined) throw new Error(`${name} can't be opened`);
	onTestFinished(() => child.close());
	return child;
}

function read(directory: Directory, name: string): string | undefined {
	const fd = directory.openFile(name, constants.O_RDONLY);
	if (fd === undefined) return undefined;
	try {
		return readFileSync(fd, "utf8");
	} finally {
		closeSync(fd);
	}
}

describe.each<[Reach]>([["descriptor"], ["path"]])("a directory whose names are reached by %s", (reach) => {
	test("opens what is in it, and no link", () => {
		const { folder, top } = openTree(reach);
		symlinkSync(join(folder, "out"), join(folder, "root/link"));
		symlinkSync(join(folder, "out/x.md"), join(folder, "root/link.md"));
		const b = open(open(top, "a"), "b");
		expect(read(b, "x.md")).toBe("inside");
		expect(Array.from(b.entries(), ({ name }) => name)).toEqual(["x.md"]);
		expect(top.child("link")).toBeUndefined();
		expect(top.child("none")).toBeUndefined();
		expect(read(top, "link.md")).toBeUndefined();
		expect(top.lstat("link")?.isSymbolicLink()).toBe(true);
		expect(top.lstat("none")).toBeUndefined();
	});

	test.each(["root/a", "root/a/b"])(
		"is not led astray when %s becomes a link after it was opened",
		(swapped) => {
			const { folder, top } = openTree(reach);
			const b = open(open(top, "a"), "b");
			renameSync(join(folder, swapped), join(folder, "aside"));
			symlinkSync(join(folder, swapped.endsWith("b") ? "out/b" : "out"), join(folder, swapped));
			// By descriptor it still is the directory that was opened; by path it can't be reached any more.
			const names = Array.from(b.entries(), ({ name }) => name);
			expect(read(b, "x.md")).toBe(reach === "descriptor" ? "inside" : undefined);
			expect(names).toEqual(reach === "descriptor" ? ["x.md"] : []);
			expect(b.lstat("x.md") === undefined).toBe(reach === "path");
		},
	);
});
