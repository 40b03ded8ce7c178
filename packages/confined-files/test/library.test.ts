import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const here = join(import.meta.dirname, "..");
const checkout = join(here, "..", "..");
let project: string;

/** Somebody else's project, which installs the package as it ships. */
beforeAll(() => {
	project = mkdtempSync(join(tmpdir(), "cairn-stranger-"));
	const pack = ["pack", "--silent", "--pack-destination", project];
	const tarball = execFileSync("npm", pack, { cwd: join(here, "dist"), encoding: "utf8" }).trim();
	writeFileSync(
		join(project, "package.json"),
		JSON.stringify({ name: "stranger", type: "module", private: true }),
	);
	const install = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"];
	execFileSync("npm", [...install, `./${tarball}`, "@modelcontextprotocol/client@2.4.0"], { cwd: project });
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe("the package, installed in another project", () => {
	test("runs the example", () => {
		cpSync(join(here, "examples", "embed.mjs"), join(project, "embed.mjs"));
		const output = execFileSync(process.execPath, ["embed.mjs"], { cwd: project, encoding: "utf8" });
		expect(output).toBe("wrote 21 bytes\nread the same: true\nfound notes.md:2: Call home.\n");
	});

	test("exports what it says, and needs none of Cairn's other packages", () => {
		const program = 'import * as all from "@cairn/confined-files"; console.log(Object.keys(all).join());';
		const args = ["--input-type=module", "--eval", program];
		expect(
			execFileSync(process.execPath, args, { cwd: project, encoding: "utf8" }).trim().split(","),
		).toEqual([
			"ConfigError",
			"DEFAULT_LIMITS",
			"ToolError",
			"compileGlob",
			"createSelector",
			"createServer",
			"normalizeRelative",
			"openRoot",
		]);
		const { dependencies } = JSON.parse(
			readFileSync(join(project, "node_modules/@cairn/confined-files/package.json"), "utf8"),
		);
		expect(Object.keys(dependencies)).toEqual(["@modelcontextprotocol/server", "picomatch", "zod"]);
	});

	test("has types that a TypeScript project can use, and that find mistakes", () => {
		writeFileSync(
			join(project, "stranger.ts"),
			`import {
	ConfigError, compileGlob, createSelector, createServer, DEFAULT_LIMITS, type FilesServer, type Limits,
	normalizeRelative, openRoot, ToolError,
} from "@cairn/confined-files";
import { InMemoryTransport } from "@modelcontextprotocol/server";

const root = openRoot({ root: ".", include: ["**"], limits: { maxFiles: DEFAULT_LIMITS.maxFiles * 2 } });
const server: FilesServer = createServer(root, { legacy: true, onDefect: ({ id }) => id.toUpperCase() });
const [, serverSide] = InMemoryTransport.createLinkedPair();
export const connected: Promise<void> = server.connect(serverSide);
export const limits: Limits = root.limits;
export const warning: string | undefined = root.warning;
export const matches: boolean = compileGlob("*.md")("a.md") && createSelector({ include: ["**"] }).selects("a");
export const path: string = normalizeRelative("a/b");
export function reason(error: unknown): string {
	if (error instanceof ToolError) return error.reason + error.code;
	return error instanceof ConfigError ? error.message : "";
}
// @ts-expect-error an include is needed
openRoot({ root: "." });
// @ts-expect-error no such limit
openRoot({ root: ".", include: [], limits: { files: 1 } });
// @ts-expect-error a pattern is text
compileGlob(1);
// @ts-expect-error no such reason
export const wrong = new ToolError("other", "");
// @ts-expect-error what is inside is not for others
export const inside = root.directory;
`,
		);
		writeFileSync(
			join(project, "tsconfig.json"),
			JSON.stringify({
				compilerOptions: {
					strict: true,
					module: "NodeNext",
					target: "ES2022",
					lib: ["ES2022", "ESNext.Disposable"],
					types: [],
					noEmit: true,
					skipLibCheck: true,
				},
				files: ["stranger.ts"],
			}),
		);
		const tsc = join(checkout, "node_modules", "typescript", "bin", "tsc");
		const run = () =>
			execFileSync(process.execPath, [tsc, "-p", project], { encoding: "utf8", stdio: "pipe" });
		expect(run()).toBe("");
	});
});
