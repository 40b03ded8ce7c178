import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
	createFolderSource,
	recordBroken,
	recordCatalog,
	type ScriptRunView,
	VersionStore,
} from "@cairn/catalog/server";
import { events, laptops, scriptRuns } from "@cairn/store";
import { type OpenAdmin, type OpenAdminOptions, openAdmin } from "./open-admin.ts";

export interface OpenScripts extends AsyncDisposable {
	admin: OpenAdmin;
	/** The text of a page. */
	text(path: string, headers?: Record<string, string>): Promise<string>;
	/** Sends a form of our own. */
	post(path: string, form: Record<string, string>): Promise<Response>;
	/** Writes files of a script: by path, those that end in `*` executable without it; then lets the registry look. */
	write(dir: string, files: Record<string, string | Uint8Array>): Promise<void>;
	/** Takes a script's folder away, or one file; then lets the registry look. */
	remove(path: string): Promise<void>;
	/** The digest of a script's newest version. */
	newest(dir: string): Promise<string>;
	run(run: Partial<ScriptRunView> & { dir: string }): Promise<void>;
	laptop(name: string, holds: Record<string, string>): Promise<void>;
}

export const manifestOf = (name: string, more = "") =>
	`name: ${name}\ndescription: Does ${name}.\nexec: ./run.sh\n${more}`;

/** The app over a store in which the registry keeps what stands in a folder of scripts. */
export async function openScripts(options: OpenAdminOptions = {}): Promise<OpenScripts> {
	let now = Date.UTC(2026, 2, 3);
	const clock = { now: () => (now += 1_000) };
	const admin = await openAdmin({ clock, ...options });
	const root = await mkdtemp(join(tmpdir(), "cairn-scripts-"));
	const folder = join(root, "scripts");
	await mkdir(folder);
	const source = createFolderSource({
		folder,
		store: new VersionStore({ root: join(root, "versions") }),
		rules: { reserved: new Set(), toolPrefix: "mcp__cairn__" },
		settleMs: 5,
	});
	const store = () => admin.services.store();
	const look = async () => {
		const catalog = await source.refresh();
		await recordCatalog(catalog, { store: store(), clock });
		await recordBroken(catalog.broken, { store: store(), clock });
	};
	let runs = 0;
	return {
		admin,
		text: async (path, headers) => (await admin.get(path, headers)).text(),
		post: async (path, form) =>
			admin.request(path, {
				method: "POST",
				body: new URLSearchParams(form),
				headers: { "Sec-Fetch-Site": "same-origin" },
			}),
		write: async (dir, files) => {
			for (const [path, content] of Object.entries(files)) {
				const target = join(folder, dir, path.replace("*", ""));
				await mkdir(dirname(target), { recursive: true });
				await writeFile(target, content);
				await chmod(target, path.endsWith("*") ? 0o755 : 0o644);
			}
			await look();
		},
		remove: async (path) => {
			await rm(join(folder, path), { recursive: true });
			await look();
		},
		newest: async (dir) => (await admin.services.catalog().getScript(dir))?.newest_digest ?? "",
		run: async (run) => {
			const id = `r${++runs}`;
			const whole = {
				id,
				run_id: id,
				tool: run.dir,
				digest: "0".repeat(64),
				agent_id: "",
				laptop: "thinkpad",
				started_at: clock.now(),
				duration_ms: 1_234,
				exit_code: 0,
				status: "ok",
				...run,
			};
			await store().transaction(async (sql) => {
				await scriptRuns.insertScriptRun(sql, whole);
				await events.insertEvent(sql, {
					at: clock.now(),
					requestId: "req_1",
					agentId: whole.agent_id,
					action: "script.run",
					object: whole.dir,
					outcome: whole.status === "ok" ? "ok" : "failed",
				});
			});
		},
		laptop: (name, holds) =>
			store().transaction(async (sql) => {
				const at = clock.now();
				const versions = { client_version: "0.1.0", catalog_version: "c1", agent_id: "" };
				await laptops.upsertLaptop(sql, { name, ...versions, seen_at: at, holds: JSON.stringify(holds) });
				const event = { at, requestId: "req_1", agentId: "", action: "laptop.report", object: name } as const;
				await events.insertEvent(sql, event);
			}),
		[Symbol.asyncDispose]: async () => {
			await source[Symbol.asyncDispose]();
			await admin[Symbol.asyncDispose]();
			await rm(root, { recursive: true });
		},
	};
}
