import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inCheckout } from "./checkout.mjs";
import { KNOWN_SETTINGS, settingsBefore } from "./settings-in-force.mjs";

const CONFIGS = ["apps/registry/src/config.ts", "apps/admin/src/config.ts", "convert-service/src/config.ts"];

test.each(CONFIGS)("every setting of %s is shown, kept secret, or left out on purpose", (file) => {
	const names = readFileSync(inCheckout(file), "utf8").match(/"[A-Z]+(_[A-Z]+)*"/g) ?? [];
	const settings = [...new Set(names.map((name) => name.slice(1, -1)))];
	expect(settings.length).toBeGreaterThan(8);
	expect(settings.filter((name) => !KNOWN_SETTINGS.includes(name))).toEqual([]);
});

test("settings in force stand before the command, quoted; those that are empty or another program's don't", () => {
	const environment = { TOOLS_SCRIPTS_DIR: "/my scripts", ADMIN_HOST: "::", LOG_LEVEL: "", HOME: "/root" };
	expect(settingsBefore(environment)).toBe("TOOLS_SCRIPTS_DIR='/my scripts' ADMIN_HOST=:: ");
	expect(settingsBefore({})).toBe("");
	expect(settingsBefore({ DATABASE_URL_FILE: "/run/url" })).toBe("DATABASE_URL_FILE=/run/url ");
});

test("a secret isn't shown: a shell that has it takes it, and one that hasn't says which one is missing", () => {
	const secret = "postgresql://cairn:pa$$word@db/cairn";
	const line = `${settingsBefore({ DATABASE_URL: secret })}printenv DATABASE_URL`;
	expect(line).not.toContain("pa$$word");
	const { PATH } = process.env;
	expect(execFileSync("sh", ["-c", line], { env: { PATH, DATABASE_URL: secret }, encoding: "utf8" })).toBe(
		`${secret}\n`,
	);
	const without = spawnSync("sh", ["-c", line], { env: { PATH }, encoding: "utf8" });
	expect(without.status).not.toBe(0);
	expect(without.stderr).toContain("DATABASE_URL: set it first");
});
