import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

test("the migrations make just what the schema says", () => {
	const root = join(import.meta.dirname, "..", "..", "..");
	const args = [
		"migrate",
		"diff",
		"--from-migrations",
		"prisma/migrations",
		"--to-schema",
		"prisma/schema.prisma",
	];
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		[join(root, "tools", "prisma.mjs"), ...args, "--exit-code"],
		{ cwd: root, encoding: "utf8" },
	);
	expect(stdout + stderr).toContain("No difference detected");
	expect(status).toBe(0);
});
