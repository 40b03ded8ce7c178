import { createHash } from "node:crypto";
import { scriptDigest } from "@cairn/catalog/server";
import { brokenScripts, events, scripts as rows, scriptVersions } from "@cairn/store";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countOf } from "./open-admin.ts";
import { type OpenScripts, openScripts } from "./open-scripts.ts";

const MEBIBYTE = 1_048_576;
const HOSTILE = `<script>alert(1)</script><img src=x onerror=alert(1)>"'><b>admin\u202e\u2066nimda`;

/** Keeps a version as the registry would, whatever it holds. */
async function keep(
	scripts: OpenScripts,
	dir: string,
	{ manifest, files }: { manifest: Record<string, unknown>; files: Record<string, string | Uint8Array> },
): Promise<string> {
	const { store, clock } = scripts.admin.services;
	const contents = Object.entries(files).map(([path, content]) => {
		const bytes = Buffer.from(content);
		const sha256 = createHash("sha256").update(bytes).digest("hex");
		return { path, sha256, bytes: bytes.byteLength, executable: true, content: bytes };
	});
	const digests = Object.fromEntries(
		contents.map(({ path, sha256, bytes }) => [path, { sha256, size: bytes, executable: true }]),
	);
	const digest = scriptDigest({ name: dir, digests });
	const whole = {
		name: dir,
		description: "",
		exec: "run.sh",
		inputs: {},
		requires: [],
		secrets: [],
		...manifest,
	};
	const at = clock.now();
	await store().transaction(async (sql) => {
		for (const { sha256, content } of contents) await scriptVersions.keepContent(sql, sha256, content);
		const tool = String(whole.name);
		await scriptVersions.insertScriptVersion(sql, {
			digest,
			dir,
			tool,
			manifest: JSON.stringify(whole),
			at,
			files: contents,
		});
		await rows.upsertScript(sql, { dir, tool, description: String(whole.description), digest, at });
		await events.insertEvent(sql, { at, requestId: "r", agentId: "", action: "script.see", object: dir });
	});
	return digest;
}

const input = (description: string) => ({ type: "string", required: false, description });

describe("what scripts and their manifests say", () => {
	let scripts: OpenScripts;
	beforeAll(async () => {
		scripts = await openScripts({ approvalRequired: true });
		const { store } = scripts.admin.services;
		await keep(scripts, "evil", {
			manifest: {
				name: "evil",
				description: HOSTILE,
				exec: HOSTILE,
				inputs: { a: { ...input(HOSTILE), default: HOSTILE, enum: [HOSTILE] } },
				outputs: { [HOSTILE]: { type: HOSTILE, description: HOSTILE } },
				ai_rem_entity: HOSTILE,
			},
			files: { [`${HOSTILE.replaceAll("/", "_")}.sh`]: `# ${HOSTILE}\n`, "run.sh": `echo "${HOSTILE}"\n` },
		});
		await scripts.run({ dir: "evil", laptop: HOSTILE, agent_id: HOSTILE, status: HOSTILE, id: HOSTILE });
		await scripts.laptop(HOSTILE, { evil: HOSTILE });

		// As much as a manifest of 256 KiB can hold.
		const long = "<\u202e".repeat(2_000);
		const part = "<\u202e".repeat(250);
		const inputs = Object.fromEntries(
			Array.from({ length: 64 }, (_, index) => [
				`input_${index}`,
				{ ...input(part), enum: Array(20).fill(part.slice(0, 50)) },
			]),
		);
		const outputs = Object.fromEntries(
			Array.from({ length: 300 }, (_, index) => [`<${index}`, { description: part.slice(0, 60) }]),
		);
		const files = Object.fromEntries(
			Array.from({ length: 300 }, (_, index) => [
				`${"ü\u202e/".repeat(15)}${"é".repeat(100)}${String(index).padStart(3, "0")}`,
				`${"\u202e<&".repeat(40)}\n`.repeat(20),
			]),
		);
		const giant = {
			description: long,
			inputs,
			outputs,
			requires: Array(50).fill("x".repeat(100)),
			secrets: Array(50).fill("S".repeat(100)),
		};
		for (let index = 0; index < 60; index++) {
			const last = index === 59 ? files : { "run.sh": `${index}` };
			await keep(scripts, "giant", { manifest: { name: "giant", ...giant }, files: last });
		}
		for (let index = 0; index < 50; index++) {
			await keep(scripts, `${"d".repeat(95)}${index}`, {
				manifest: { name: "t".repeat(64), ...giant },
				files: { a: `${index}` },
			});
			await scripts.run({ dir: "giant", laptop: long, agent_id: "a".repeat(128) });
			await scripts.laptop(`${index}${long}`, { giant: "0".repeat(64) });
		}
		await keep(scripts, "quotes", {
			manifest: { name: "quotes" },
			files: {
				"run.sh": `${"'' ".repeat(190)}\n`.repeat(400),
				"a.py": "\n".repeat(MEBIBYTE),
				"b.js": "`".repeat(MEBIBYTE),
			},
		});
		await store().transaction((sql) =>
			brokenScripts.replaceBrokenScripts(
				sql,
				Array.from({ length: 200 }, (_, index) => ({
					dir: index === 0 ? "evil" : `bad${index}`,
					file: HOSTILE,
					line: 7,
					reason: index < 3 ? HOSTILE : long,
					serving: "last_good",
				})),
			),
		);
	});
	afterAll(() => scripts[Symbol.asyncDispose]());

	const hostileFile = () => encodeURIComponent(`${HOSTILE.replaceAll("/", "_")}.sh`);

	test.each([
		"/",
		"/scripts",
		"/laptops",
		"/scripts/evil",
		"/scripts/bad2",
		"/scripts/evil/runs",
		"/scripts/evil/files",
		"/scripts/evil/diff",
		"/scripts/evil/diff?view=split",
		"/scripts/evil/diff?all=1",
		"/scripts/evil/source/FILE",
		"/scripts/evil/diff/FILE",
	])("is only text on %s", async (path) => {
		const html = await scripts.text(path.replace("FILE", hostileFile()));
		expect(html).not.toMatch(/<(script>|img|b>|b )/);
		expect(html).not.toMatch(/[\u202e\u2066]/);
		expect(html).toContain("<main");
	});

	test("is there to be read, its hidden characters marked", async () => {
		const html = await scripts.text("/scripts/evil");
		expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
		expect(html).toContain('<span class="mark" title="U+202E right-to-left override">U+202E</span>');
	});

	test("names a download by no character that could trick", async () => {
		const response = await scripts.admin.get(`/scripts/evil/raw/${hostileFile()}`);
		expect(response.status).toBe(200);
		const disposition = response.headers.get("Content-Disposition") ?? "";
		expect(disposition).toMatch(
			/^attachment; filename="[A-Za-z0-9._ -]+"; filename\*=UTF-8''[A-Za-z0-9%._~!&+-]+$/,
		);
		expect(disposition).not.toContain("%E2%80%AE");
	});

	test.each([
		"/",
		"/scripts",
		"/laptops",
		"/scripts/giant",
		"/scripts/giant/files",
		"/scripts/giant/versions",
		"/scripts/giant/runs",
		"/scripts/giant/diff",
		"/scripts/giant/diff?view=split",
		"/scripts/giant/diff?from=none",
		"/scripts/quotes",
		"/scripts/quotes/source/run.sh",
		"/scripts/quotes/source/a.py",
		"/scripts/quotes/source/b.js",
		"/scripts/quotes/diff",
		"/scripts/quotes/diff/a.py?from=none",
		"/scripts/quotes/diff/b.js?from=none&view=split",
	])("never makes a first view of more than 50 KB: %s", async (path) => {
		const response = await scripts.admin.get(path);
		expect(response.status).toBe(200);
		expect((await response.arrayBuffer()).byteLength).toBeLessThan(50 * 1_024);
	});

	test("of any number of files can be walked through", async () => {
		const seen = new Set<string>();
		let next: string | undefined = "/scripts/giant/files";
		let pages = 0;
		while (next !== undefined && pages++ < 60) {
			const html: string = await scripts.text(next);
			for (const [, digits = ""] of html.matchAll(/(\d{3})<\/span><\/a>/g)) seen.add(digits);
			next = /href="([^"]*)" rel="next"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
		}
		expect(seen.size).toBe(300);
	});

	test("shows every row of a long diff, part by part", async () => {
		let count = 0;
		let next: string | undefined = "/scripts/quotes/diff/run.sh?from=none";
		while (next !== undefined) {
			const html: string = await scripts.text(next, { "HX-Request": "true", "HX-Request-Type": "partial" });
			expect(html).not.toContain("<html");
			count += countOf(html, '<td class="added">');
			next = /hx-get="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
		}
		expect(count).toBe(400);
	});
});
