import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import {
	brokenScripts,
	events,
	laptops,
	openStore,
	type Store,
	scriptRuns,
	scripts,
	scriptVersions,
} from "@cairn/store";
import { endsWithTests } from "../ends-with-tests.ts";
import { bareEnvironment, temporaryFolder } from "../programs.ts";
import { ownerSettings, ownersWay } from "./as-owner.ts";

const ADMIN = join(import.meta.dirname, "..", "..", "apps", "admin", "dist", "admin.mjs");

export interface ScriptsUnderTest extends AsyncDisposable {
	/** Such as http://127.0.0.1:41234. */
	readonly url: string;
	readonly store: Store;
	/** Keeps a version of a script as the registry does when it sees one; gives its digest. */
	see(
		dir: string,
		files: Record<string, string | Uint8Array>,
		more?: Record<string, unknown>,
	): Promise<string>;
	/** Keeps a run as the registry does when a laptop reports one. */
	run(dir: string, digest: string, change?: { status?: string; laptop?: string }): Promise<void>;
}

/** Starts the admin's program on a store of its own, into which tests write what the registry would. */
export async function startScripts(settings: Record<string, string> = {}): Promise<ScriptsUnderTest> {
	const folder = await temporaryFolder();
	const env = bareEnvironment({
		PORT: "0",
		CAIRN_DATA_DIR: folder.path,
		...(await ownerSettings(folder.path)),
		...settings,
	});
	const child = endsWithTests(spawn(process.execPath, [ADMIN], { env, stdio: ["ignore", "ignore", "pipe"] }));
	const door = await new Promise<string>((resolve, reject) => {
		createInterface({ input: child.stderr }).on("line", (line) => {
			const { msg, url } = JSON.parse(line);
			if (msg === "listening") resolve(url);
		});
		child.once("exit", (code) => reject(new Error(`the admin ended with ${code}`)));
	});
	const store = await openStore({ file: join(folder.path, "cairn.db") });
	const way = await ownersWay(door);
	return {
		url: way.url,
		store,
		see: (dir, files, more = {}) => keepVersion(store, { dir, files, more }),
		run: (dir, digest, change = {}) => keepRun(store, { dir, digest, ...change }),
		[Symbol.asyncDispose]: async () => {
			await way[Symbol.asyncDispose]();
			const exit = once(child, "exit");
			child.kill("SIGTERM");
			await exit;
			await store.close();
			await folder[Symbol.asyncDispose]();
		},
	};
}

interface Version {
	dir: string;
	files: Record<string, string | Uint8Array>;
	more: Record<string, unknown>;
}

const sha256Of = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

function keepVersion(store: Store, { dir, files, more }: Version): Promise<string> {
	const at = Date.now();
	const manifest = {
		name: dir,
		description: `Does ${dir}.`,
		exec: "run.sh",
		inputs: {},
		requires: [],
		secrets: [],
		...more,
	};
	const rows = Object.entries(files).map(([path, content]) => ({
		path,
		sha256: sha256Of(content),
		bytes: Buffer.byteLength(content),
		executable: path.endsWith(".sh"),
		content: Buffer.from(content),
	}));
	const digest = sha256Of(JSON.stringify([dir, rows.map(({ path, sha256 }) => [path, sha256])]));
	return store.transaction(async (sql) => {
		for (const { sha256, content } of rows) await scriptVersions.keepContent(sql, sha256, content);
		if (!(await scriptVersions.isVersionKept(sql, digest))) {
			const version = { digest, dir, tool: dir, manifest: JSON.stringify(manifest), at, files: rows };
			await scriptVersions.insertScriptVersion(sql, version);
		}
		const { description } = manifest;
		await scripts.upsertScript(sql, { dir, tool: dir, description, digest, at });
		await events.insertEvent(sql, { at, requestId: "req_1", agentId: "", action: "script.see", object: dir });
		return digest;
	});
}

let runs = 0;

interface Run {
	dir: string;
	digest: string;
	status?: string;
	laptop?: string;
}

function keepRun(store: Store, { dir, digest, status = "ok", laptop = "thinkpad" }: Run): Promise<void> {
	const id = `run${++runs}`;
	const at = Date.now() + runs;
	const outcome = { duration_ms: 1_200, exit_code: status === "ok" ? 0 : 1, status };
	return store.transaction(async (sql) => {
		const run = { id, run_id: id, dir, tool: dir, digest, agent_id: "", laptop, started_at: at, ...outcome };
		await scriptRuns.insertScriptRun(sql, run);
		await events.insertEvent(sql, {
			...{ at, requestId: "req_1", agentId: "", action: "script.run", object: dir },
			outcome: status === "ok" ? "ok" : "failed",
		});
	});
}

const LINES = Array.from({ length: 60 }, (_, index) => `echo step ${index + 1}`).join("\n");

/** The text of a longer program in which one line depends on the version. */
export const program = (word: string) => `#!/bin/sh\n# Says a word.\necho "${word}"\n${LINES}\n`;

/** Scripts of a household in every state, where approval is required; gives the digests of the one that waits. */
export async function fillWithScripts(
	under: ScriptsUnderTest,
): Promise<{ approved: string; newest: string }> {
	const { see, run, store } = under;
	const inputs = {
		text: { type: "string", required: true, description: "What to say." },
		tone: { type: "string", required: false, default: "soft", enum: ["soft", "loud"] },
	};
	const approved = await see(
		"speak",
		{ "manifest.yaml": "name: speak\n", "run.sh": program("one") },
		{ inputs },
	);
	const approve = (dir: string, digest: string) =>
		store.transaction((sql) => scripts.approveVersion(sql, { dir, digest, at: Date.now() }));
	await approve("speak", approved);
	for (const dir of ["echo", "hidden", "report", "past"]) {
		await approve(dir, await see(dir, { "manifest.yaml": `name: ${dir}\n`, "run.sh": "#!/bin/sh\n" }));
	}
	const files = {
		"manifest.yaml": "name: speak\n",
		"run.sh": program("two"),
		"logo.bin": Buffer.from([0, 255]),
	};
	const newest = await see("speak", files, {
		inputs,
		outputs: { said: { type: "string" } },
		timeout_ms: 9_000,
	});
	for (let index = 0; index < 45; index++) {
		await run("speak", approved, { status: index % 9 === 4 ? "error" : "ok" });
	}
	await store.transaction(async (sql) => {
		await scripts.setScriptEnabled(sql, { dir: "hidden", enabled: false, at: Date.now() });
		await scripts.markScriptRemoved(sql, "past", Date.now());
		const fault = { file: "manifest.yaml", line: 7, reason: "type must be one of string, number." };
		await brokenScripts.replaceBrokenScripts(sql, [
			{ dir: "report", ...fault, serving: "last_good" },
			{ dir: "unborn", ...fault, serving: "nothing" },
		]);
		const laptop = { client_version: "0.1.0", catalog_version: "c1", agent_id: "", seen_at: Date.now() };
		for (const name of Array.from({ length: 10 }, (_, index) => `laptop-${index}`)) {
			await laptops.upsertLaptop(sql, { name, ...laptop, holds: JSON.stringify({ speak: approved }) });
		}
	});
	return { approved, newest };
}
