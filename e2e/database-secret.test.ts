import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkout } from "./started-program.ts";

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "cairn-database-secret-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

function makeSecret(profiles: string) {
	const args = [join(checkout, "docker", "database-secret.mjs"), folder, profiles];
	return spawnSync(process.execPath, args, { encoding: "utf8" });
}

test.each(["postgres", "other,postgres", "*"])("COMPOSE_PROFILES=%s makes a password once", (profiles) => {
	expect(makeSecret(profiles)).toMatchObject({ status: 0, stderr: "" });
	const url = () => readFileSync(join(folder, "url"), "utf8");
	const first = url();
	expect(first).toBe(
		`postgresql://cairn:${readFileSync(join(folder, "password"), "utf8")}@postgres:5432/cairn`,
	);
	expect(makeSecret(profiles).status).toBe(0);
	expect(url()).toBe(first);
});

test("the profile without the setting, which the servers don't see, starts nothing and says what to set", () => {
	const { status, stderr } = makeSecret("");
	expect(status).toBe(1);
	expect(stderr).toContain("COMPOSE_PROFILES=postgres");
	expect(readdirSync(folder)).toEqual([]);
	// What the service is told is what the servers are told by.
	expect(readFileSync(join(checkout, "compose.yaml"), "utf8")).toContain(
		`command: ["node", "database-secret.mjs", "/database", "\${COMPOSE_PROFILES:-}"]`,
	);
});
