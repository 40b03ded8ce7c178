import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { vi } from "vitest";
import { startAdminProgram, startRegistry, temporaryFolder } from "../programs.ts";
import { type Keep, setUp } from "../set-up.ts";
import { openTokenDesk } from "../tokens.ts";
import { ownerSettings, ownersWay, signIn } from "./as-owner.ts";
import { PAYLOADS } from "./xss-payloads.ts";

export interface HouseholdUnderAttack extends AsyncDisposable {
	/** Where everybody is the owner. */
	readonly url: string;
	/** The admin's pages on which something stands that was planted. */
	readonly pages: readonly string[];
	/** The statuses with which paths, agents and laptops were refused that hold a payload. */
	readonly refused: ReadonlySet<number>;
	/** Appends an entry with all payloads to the agent's log, after a word by which it is known. */
	appendLive(word: string): Promise<unknown>;
}

const SHA256 = "a".repeat(64);
const ALL = PAYLOADS.join("\n");

/** Starts registry and admin, and writes payloads into every field that a door takes, as agents and laptops do. */
export function startHousehold(): Promise<HouseholdUnderAttack> {
	return setUp(startAndFill);
}

async function startAndFill(keep: Keep): Promise<Omit<HouseholdUnderAttack, typeof Symbol.asyncDispose>> {
	const folder = await keep(temporaryFolder());
	const scripts = join(folder.path, "scripts");
	await layScripts(scripts);
	const desk = await keep(openTokenDesk(folder.path));
	const { token } = await desk.issue({ agentId: "bot" });
	for (const label of PAYLOADS) await desk.issue({ agentId: "bot", label: label.slice(0, 100) });
	const shared = { HOST: "127.0.0.1", CAIRN_DATA_DIR: folder.path, CAIRN_CATALOG_APPROVAL: "required" };
	const registry = await keep(startRegistry({ ...shared, TOOLS_SCRIPTS_DIR: scripts }));
	const admin = await keep(
		startAdminProgram({ ...shared, REGISTRY_URL: registry.url, ...(await ownerSettings(folder.path)) }),
	);
	const way = await keep(ownersWay(admin.url));
	for (const userAgent of PAYLOADS.slice(0, 4)) await signIn(admin.url, userAgent);

	const send = (operation: string, input: Record<string, unknown>) =>
		fetch(`${registry.url}/api/${operation}`, {
			method: "POST",
			headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
			body: JSON.stringify(input),
		});
	const call = async (operation: string, input: Record<string, unknown>) => {
		const response = await send(operation, input);
		const text = await response.text();
		if (!response.ok) throw new Error(`${operation} answers ${response.status}: ${text}`);
		return JSON.parse(text) as Record<string, unknown>;
	};

	await call("scratchpad/write_file", { path: "notes.html", content: `${ALL}\nold` });
	await call("scratchpad/write_file", {
		path: "notes.html",
		content: `${[...PAYLOADS].reverse().join("\n")}\nnew`,
	});
	await call("scratchpad/store_summary", {
		path: "notes.html",
		version: 2,
		model: PAYLOADS[0],
		summary: ALL,
	});
	await call("scratchpad/append_log", { path: "log", entry: ALL });
	for (const payload of PAYLOADS) {
		await call("scratchpad/append_log", { path: "log", entry: payload });
		const fields = { message: payload, level: payload, [payload]: { [payload]: payload } };
		await call("scratchpad/append_log", { path: "json", entry: JSON.stringify(fields) });
	}
	const ids: string[] = [];
	for (const [index, payload] of PAYLOADS.entries()) {
		const claim = {
			entity: index % 2 === 0 ? payload : PAYLOADS[index - 1],
			claim: payload,
			kind: "status",
			volatility: "volatile",
			confidence: 0.9,
			source: payload,
			evidence: [payload, ALL.slice(0, 500)],
		};
		ids.push(String((await call("claims/claim_add", claim)).id));
	}
	for (const [index, tool] of PAYLOADS.entries()) {
		const run = {
			...{ id: `run-number-${index}`, run_id: `run-${index}`, dir: "evil", tool: tool.slice(0, 64) },
			...{ digest: SHA256, agent_id: "", started_at: Date.now(), duration_ms: 1, exit_code: 0, status: "ok" },
		};
		await call("catalog/report_runs", { laptop: "thinkpad", runs: [run] });
		await call("catalog/report_catalog", {
			laptop: `laptop-${index}`,
			client_version: tool.slice(0, 40),
			catalog_version: tool.slice(0, 128),
			holds: { evil: SHA256 },
		});
	}
	for (const payload of PAYLOADS.slice(0, 15)) {
		const body = new URLSearchParams({ name: payload.slice(0, 60), text: payload, context: "both" });
		await fetch(`${way.url}/routines`, { method: "POST", headers: { Origin: way.url }, body });
		// Whoever has no token still gets his address into the audit.
		await fetch(`${registry.url}/api/${encodeURIComponent(payload)}`, { method: "POST" });
	}
	const refused = new Set<number>();
	for (const payload of PAYLOADS) {
		for (const [operation, input] of [
			["scratchpad/write_file", { path: payload, content: "" }],
			["scratchpad/append_log", { path: payload, entry: "x" }],
			["scratchpad/write_file", { agent_id: payload, path: "x", content: "" }],
			["catalog/report_catalog", { laptop: payload, client_version: "", catalog_version: "", holds: {} }],
		] as const)
			refused.add((await send(operation, input)).status);
	}
	await vi.waitFor(async () => {
		const seen = await desk.store.read.get("SELECT 1 FROM broken_scripts");
		if (seen === undefined) throw new Error("the registry has not seen the broken script yet");
	});
	return {
		url: way.url,
		pages: pagesWith(ids),
		refused,
		appendLive: (word) => call("scratchpad/append_log", { path: "log", entry: `${word}\n${ALL}` }),
	};
}

/** A script whose manifest and files hold the payloads, and one that is broken by them. */
async function layScripts(scripts: string): Promise<void> {
	const inputs = Object.fromEntries(
		PAYLOADS.map((payload, index) => [
			`input_${index}`,
			{ type: "string", description: payload, default: payload, enum: [payload] },
		]),
	);
	const outputs = Object.fromEntries(
		PAYLOADS.map((payload) => [payload, { type: payload, description: payload }]),
	);
	await mkdir(join(scripts, "evil"), { recursive: true });
	await mkdir(join(scripts, "broken"));
	// JSON is YAML too.
	const manifest = { name: "evil", description: ALL, exec: "./run.sh", inputs, outputs };
	await writeFile(join(scripts, "evil", "manifest.yaml"), JSON.stringify(manifest));
	await writeFile(join(scripts, "evil", "run.sh"), `#!/bin/sh\n${ALL}\n`, { mode: 0o755 });
	await writeFile(join(scripts, "evil", "page.html"), ALL);
	const names = PAYLOADS.filter((payload) => !/[/\t]/.test(payload));
	for (const name of names.slice(0, 8)) await writeFile(join(scripts, "evil", name), name);
	await writeFile(
		join(scripts, "broken", "manifest.yaml"),
		JSON.stringify({ name: PAYLOADS[0], exec: PAYLOADS[1], [PAYLOADS[2] ?? ""]: ALL }),
	);
}

function pagesWith(ids: readonly string[]): string[] {
	const all = encodeURIComponent(ALL.slice(0, 1_500));
	return [
		"/",
		"/agents",
		"/agents/bot",
		"/agents/bot/deletion",
		"/agents/bot/tokens/new",
		"/agents/bot/files",
		"/agents/bot/files/notes.html",
		"/agents/bot/files/notes.html?version=1",
		"/agents/bot/diff/notes.html",
		"/agents/bot/diff/notes.html?view=split",
		"/agents/bot/logs",
		"/agents/bot/logs/log",
		"/agents/bot/logs/log?entry=1",
		"/agents/bot/logs/json",
		"/claims",
		"/claims/new",
		"/contradictions",
		"/decay",
		"/decay?show=coming",
		"/decay?show=calendar",
		"/scripts",
		"/scripts/evil",
		"/scripts/evil/files",
		"/scripts/evil/versions",
		"/scripts/evil/runs",
		"/scripts/evil/diff",
		"/scripts/evil/source/page.html",
		"/scripts/evil/source/run.sh",
		"/scripts/evil/source/manifest.yaml",
		"/scripts/broken",
		"/laptops",
		"/routines",
		"/routines/new",
		"/convert",
		"/connect",
		"/backups",
		"/doctor",
		"/settings",
		"/audit",
		"/audit?outcome=refused",
		`/claims?q=${all}`,
		`/claims?entity=${all}`,
		`/audit?agent=${all}&action=${all}`,
		`/agents/bot/files?prefix=${all}`,
		`/claims/new?entity=${all}`,
		`/login?next=${all}`,
		`/${all.replaceAll("%2F", "/")}`,
		...ids.filter((_, index) => index % 2 === 0).map((id) => `/claims/${id}`),
		...ids
			.filter((_, index) => index % 5 === 0)
			.flatMap((id) => [`/claims/${id}/edit`, `/claims/${id}/history`]),
	];
}
