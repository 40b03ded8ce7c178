import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

// A rule that silently stopped firing would let every later change through. So each is given something to find.

const RESTRICTED = "lint/style/noRestrictedImports";
const UNDECLARED = "lint/correctness/noUndeclaredDependencies";

interface Planted {
	what: string;
	file: string;
	source: string;
	rules: string[];
}

const refused: Planted[] = [
	{
		what: "the kernel imports nothing of ours",
		file: "packages/kernel/src/planted.ts",
		source: `import { store } from "@cairn/store";\nexport const it = store;\n`,
		rules: [UNDECLARED, RESTRICTED],
	},
	{
		what: "operations import no store",
		file: "packages/operations/src/planted.ts",
		source: `import { store } from "@cairn/store";\nexport const it = store;\n`,
		rules: [UNDECLARED, RESTRICTED],
	},
	{
		what: "the store imports no operations, not even by a subpath",
		file: "packages/store/src/planted.ts",
		source: `import { door } from "@cairn/operations/mcp-door";\nexport const it = door;\n`,
		rules: [UNDECLARED, RESTRICTED],
	},
	{
		what: "a domain package imports no other one",
		file: "packages/scratchpad/src/planted.ts",
		source: `import { claims } from "@cairn/claims";\nexport const it = claims;\n`,
		rules: [UNDECLARED, RESTRICTED],
	},
	{
		what: "a domain package that is new is held to the same",
		file: "packages/claims/src/planted.ts",
		source: `import { scratchpad } from "@cairn/scratchpad";\nexport const it = scratchpad;\n`,
		rules: [UNDECLARED, RESTRICTED],
	},
	{
		what: "confined files know no store",
		file: "packages/confined-files/src/planted.ts",
		source: `import { store } from "@cairn/store";\nexport const it = store;\n`,
		rules: [UNDECLARED, RESTRICTED],
	},
	{
		what: "a package imports no app",
		file: "packages/scratchpad/src/planted-app.ts",
		source: `import { program } from "cairn";\nexport const it = program;\n`,
		rules: [UNDECLARED, RESTRICTED],
	},
	{
		what: "an app imports no app",
		file: "apps/registry/src/planted.ts",
		source: `import { pages } from "@cairn/admin";\nexport const it = pages;\n`,
		rules: [UNDECLARED, RESTRICTED],
	},
	{
		what: "the convert service imports only the kernel of ours",
		file: "convert-service/src/planted.ts",
		source: `import { store } from "@cairn/store";\nexport const it = store;\n`,
		rules: [UNDECLARED, RESTRICTED],
	},
	{
		what: "a type is no excuse",
		file: "packages/kernel/src/planted-type.ts",
		source: `import type { Store } from "@cairn/store";\nexport type It = Store;\n`,
		rules: [UNDECLARED, RESTRICTED],
	},
	{
		what: "importing later is no excuse",
		file: "packages/kernel/src/planted-later.ts",
		source: `export const later = () => import("@cairn/store");\n`,
		rules: [UNDECLARED, RESTRICTED],
	},
	{
		what: "exporting on is no excuse",
		file: "packages/kernel/src/planted-export.ts",
		source: `export { store } from "@cairn/store";\n`,
		rules: [UNDECLARED, RESTRICTED],
	},
	{
		what: "no path leads into a package beside",
		file: "packages/kernel/src/planted-path.ts",
		source: `import { store } from "../../store/src/store.ts";\nexport const it = store;\n`,
		rules: [RESTRICTED],
	},
	{
		what: "no path leads from operations into a package beside",
		file: "packages/operations/src/planted-path.ts",
		source: `import { store } from "../../store/src/store.ts";\nexport const it = store;\n`,
		rules: [RESTRICTED],
	},
	{
		what: "no path leads from a domain package into one beside",
		file: "packages/scratchpad/src/planted-path.ts",
		source: `import { store } from "../../store/src/store.ts";\nexport const it = store;\n`,
		rules: [RESTRICTED],
	},
	{
		what: "no path leads out of a folder of a package",
		file: "packages/kernel/src/deep/planted-path.ts",
		source: `import { store } from "../../../store/src/store.ts";\nexport const it = store;\n`,
		rules: [RESTRICTED],
	},
	{
		what: "no path leads from an app into a package",
		file: "apps/admin/src/planted-path.ts",
		source: `import { store } from "../../../packages/store/src/store.ts";\nexport const it = store;\n`,
		rules: [RESTRICTED],
	},
	{
		what: "no path leads from a test into another package",
		file: "packages/kernel/test/planted-path.test.ts",
		source: `import { store } from "../../store/src/store.ts";\nexport const it = store;\n`,
		rules: [RESTRICTED],
	},
	{
		what: "what is imported is declared",
		file: "packages/store/src/planted-undeclared.ts",
		source: `import { Hono } from "hono";\nexport const it = Hono;\n`,
		rules: [UNDECLARED],
	},
	{
		what: "what ships needs no tool of development",
		file: "packages/store/src/planted-tool.ts",
		source: `import { expect } from "vitest";\nexport const it = expect;\n`,
		rules: [UNDECLARED],
	},
	{
		what: "files don't import each other in a circle",
		file: "packages/store/src/planted-circle.ts",
		source: `import { other } from "./planted-other.ts";\nexport const it = () => other;\n`,
		rules: ["lint/suspicious/noImportCycles"],
	},
	{
		what: "a program prints by its log or its streams",
		file: "apps/mcp/src/planted-console.ts",
		source: `console.log("here");\n`,
		rules: ["lint/suspicious/noConsole"],
	},
	{
		what: "only config.ts reads the environment",
		file: "apps/mcp/src/planted-environment.ts",
		source: `export const it = process.env.HOME;\n`,
		rules: ["lint/style/noProcessEnv"],
	},
	{
		what: "a package reads no environment, not even in a config.ts",
		file: "packages/store/src/config.ts",
		source: `export const it = process.env.HOME;\n`,
		rules: ["lint/style/noProcessEnv"],
	},
	{
		what: "only main.ts ends the process",
		file: "apps/mcp/src/planted-exit.ts",
		source: `process.exit(1);\n`,
		rules: ["lint/nursery/noProcessExit"],
	},
	{
		what: "exports have names",
		file: "packages/store/src/planted-default.ts",
		source: `export default 1;\n`,
		rules: ["lint/style/noDefaultExport"],
	},
	{
		what: "file names are in kebab-case",
		file: "packages/store/src/PlantedName.ts",
		source: `export const it = 1;\n`,
		rules: ["lint/style/useFilenamingConvention"],
	},
	{
		what: "nothing is any",
		file: "packages/store/src/planted-any.ts",
		source: `export const it: any = 1;\n`,
		rules: ["lint/suspicious/noExplicitAny"],
	},
	{
		what: "a promise is awaited",
		file: "packages/store/src/planted-promise.ts",
		source: `export async function it(): Promise<void> {\n\tawait 1;\n}\nit();\n`,
		rules: ["lint/nursery/noFloatingPromises"],
	},
];

const allowed: Planted[] = [
	{
		what: "a domain package imports kernel, operations and store",
		file: "packages/scratchpad/src/allowed.ts",
		source: `import { a } from "@cairn/kernel";\nimport { b } from "@cairn/operations";\nimport { c } from "@cairn/store";\nexport const it = [a, b, c];\n`,
		rules: [],
	},
	{
		what: "a file imports its neighbours and those one folder up",
		file: "packages/store/src/deep/allowed.ts",
		source: `import { it } from "../planted-any.ts";\nexport const same = it;\n`,
		rules: [],
	},
	{
		what: "a test imports its own package's sources and its tools, and reads the environment",
		file: "packages/store/test/allowed.test.ts",
		source: `import { expect } from "vitest";\nimport { it } from "../src/planted-any.ts";\nexpect(it).toBe(process.env.HOME);\n`,
		rules: [],
	},
	{
		what: "config.ts of an app reads the environment",
		file: "apps/mcp/src/config.ts",
		source: `export const it = process.env.HOME;\n`,
		rules: [],
	},
	{
		what: "main.ts of an app ends the process",
		file: "apps/mcp/src/main.ts",
		source: `process.exit(1);\n`,
		rules: [],
	},
	{
		what: "the configuration of a tool is a default export",
		file: "planted.config.ts",
		source: `export default {};\n`,
		rules: [],
	},
];

const checkout = path.resolve(import.meta.dirname, "..");
let workspace: string;
let found: Map<string, string[]>;

beforeAll(() => {
	workspace = mkdtempSync(path.join(tmpdir(), "cairn-import-rules-"));
	copyHouse();
	for (const { file, source } of [...refused, ...allowed]) plant(file, source);
	plant("packages/store/src/planted-other.ts", `export { it as other } from "./planted-circle.ts";\n`);
	found = lint();
});

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

describe("the check finds that", () => {
	test.each(refused)("$what", ({ file, rules }) => {
		expect(found.get(file) ?? []).toEqual(rules);
	});
});

describe("the check lets pass that", () => {
	test.each(allowed)("$what", ({ file }) => {
		expect(found.get(file) ?? []).toEqual([]);
	});
});

/** The rules and what each room declares, without the rooms' own sources. */
function copyHouse(): void {
	for (const file of ["biome.json", "package.json", "tsconfig.json", ".gitignore"]) copy(file);
	for (const wing of ["packages", "apps"]) {
		for (const room of readdirSync(path.join(checkout, wing))) copy(path.join(wing, room, "package.json"));
	}
	copy(path.join("convert-service", "package.json"));
	plant("packages/claims/package.json", `{ "name": "@cairn/claims", "type": "module" }\n`);
	symlinkSync(path.join(checkout, "node_modules"), path.join(workspace, "node_modules"), "junction");
}

function copy(file: string): void {
	cpSync(path.join(checkout, file), path.join(workspace, file));
}

function plant(file: string, source: string): void {
	const place = path.join(workspace, file);
	mkdirSync(path.dirname(place), { recursive: true });
	writeFileSync(place, source);
}

/** The rules that fired, by file. */
function lint(): Map<string, string[]> {
	const biome = path.join(checkout, "node_modules", "@biomejs", "biome", "bin", "biome");
	const args = [biome, "lint", "--reporter=json", "--max-diagnostics=none"];
	const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: workspace, encoding: "utf8" });
	if (stdout === "") throw new Error(`biome reported nothing: ${stderr}`);
	const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
	const rules = new Map<string, Set<string>>();
	for (const { category, location } of diagnostics) {
		const file = location.path.replaceAll("\\", "/");
		rules.set(file, (rules.get(file) ?? new Set()).add(category));
	}
	return new Map([...rules].map(([file, names]) => [file, [...names].sort()]));
}

interface Diagnostic {
	category: string;
	location: { path: string };
}
