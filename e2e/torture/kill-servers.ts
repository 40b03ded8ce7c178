import { join } from "node:path";
import { openStore, verifyEvents } from "@cairn/store";
import { BackupFolder } from "@cairn/store/backup";
import { startConvertService, startMcpServer, startRegistry, temporaryFolder } from "../programs.ts";
import { killDuringLoad } from "./kill-during-load.ts";
import { appendEntry, assertClaim, connectAgent, convertDocument, startAdminWithOwner } from "./load.ts";
import { untilUnused } from "./until-unused.ts";

export interface KillReport {
	/** How many writes were answered. */
	readonly written: number;
	/** What is wrong after the kills, as sentences; nothing when all that was answered is there. */
	readonly faults: readonly string[];
}

/** Kills the registry while agents write. */
export async function killRegistry(kills: number): Promise<KillReport> {
	await using folder = await temporaryFolder();
	const written = await killDuringLoad(kills, async () => {
		const registry = await startRegistry({ CAIRN_DATA_DIR: folder.path, LOG_LEVEL: "info" });
		return { programs: [registry], request: (n) => appendEntry(registry, `entry ${n}`) };
	});
	return await judge(folder.path, written);
}

/** Kills the admin while its owner looks at pages, asserts claims and makes backups. */
export async function killAdmin(kills: number): Promise<KillReport> {
	await using folder = await temporaryFolder();
	const written = await killDuringLoad(kills, async () => {
		const admin = await startAdminWithOwner(folder.path);
		const request = async (n: number) => {
			if (n % 3 === 0) return assertClaim(admin.owner, `claim ${n}`);
			// While a backup is under way the button leads to the page that says so.
			await (n % 10 === 1 ? admin.owner.send("/backups") : admin.owner.look("/backups"));
			return undefined;
		};
		return { programs: [admin], request };
	});
	return await judge(folder.path, written);
}

/** Kills MCP over HTTP while agents write through it into a registry. */
export async function killMcp(kills: number): Promise<KillReport> {
	await using folder = await temporaryFolder();
	const registry = await startRegistry({ CAIRN_DATA_DIR: folder.path, LOG_LEVEL: "info" });
	const written = await killDuringLoad(kills, async () => {
		const mcp = await startMcpServer({ TOOLS_REGISTRY_URL: registry.url });
		const agent = await connectAgent(mcp);
		return { programs: [mcp], request: (n) => agent.append(`entry ${n}`) };
	});
	await registry.stop();
	return await judge(folder.path, written);
}

/** Kills the convert service while documents come in. */
export async function killConvert(kills: number): Promise<KillReport> {
	await using folder = await temporaryFolder();
	const start = () => startSmallConverter(folder.path);
	await killDuringLoad(kills, async () => {
		const service = await start();
		const request = async () => {
			await convertDocument(service);
			return undefined;
		};
		return { programs: [service], request };
	});
	await using service = await start();
	await convertDocument(service);
	await service.stop();
	await untilUnused(folder.path);
	return { written: 0, faults: [] };
}

/** Kills all servers of a household at once while everybody is at work. */
export async function killAll(kills: number): Promise<KillReport> {
	await using folder = await temporaryFolder();
	await using converting = await temporaryFolder();
	const written = await killDuringLoad(kills, async () => {
		const registry = await startRegistry({ CAIRN_DATA_DIR: folder.path, LOG_LEVEL: "info" });
		const [admin, mcp, convert] = await Promise.all([
			startAdminWithOwner(folder.path),
			startMcpServer({ TOOLS_REGISTRY_URL: registry.url }),
			startSmallConverter(converting.path, { CAIRN_REGISTRY_URL: registry.url }),
		]);
		const agent = await connectAgent(mcp);
		const work = [
			(n: number) => appendEntry(registry, `entry ${n}`),
			(n: number) => agent.append(`entry ${n}`),
			(n: number) => assertClaim(admin.owner, `claim ${n}`),
			async () => {
				await convertDocument(convert);
				return undefined;
			},
		];
		const request = async (n: number) => work[n % work.length]?.(n);
		return { programs: [registry, admin, mcp, convert], request };
	});
	await untilUnused(converting.path);
	return await judge(folder.path, written);
}

/** Without its large engines: what is tried here is the service. */
function startSmallConverter(folder: string, settings: Record<string, string> = {}) {
	const CONVERT_WITHOUT = "chromium,libreoffice,weasyprint";
	return startConvertService({ CONVERT_WORK_DIR: folder, CONVERT_WITHOUT, ...settings });
}

/** What is missing of what was answered, and what isn't whole of the store and its backups. */
async function judge(folder: string, written: ReadonlySet<string>): Promise<KillReport> {
	await untilUnused(folder);
	const storeFile = join(folder, "cairn.db");
	await using store = await openStore({ file: storeFile });
	const rows = await store.read.all<{ name: string }>(
		"SELECT CAST(entry AS TEXT) AS name FROM log_entries UNION ALL SELECT claim AS name FROM claims",
	);
	const kept = new Set(rows.map(({ name }) => name));
	const lost = [...written].filter((name) => !kept.has(name));
	const checks = await store.read.all<{ integrity_check: string }>("PRAGMA integrity_check");
	const { fault } = await verifyEvents(store);
	const backups = await new BackupFolder({ folder: join(folder, "backups"), storeFile }).list();
	const faults = [
		...(written.size === 0 ? ["nothing was written"] : []),
		...lost.map((name) => `${name} was answered and is gone`),
		...checks.map((row) => row.integrity_check).filter((text) => text !== "ok"),
		...(fault === undefined ? [] : ["the chain of events is broken"]),
		...backups
			.filter(({ state }) => state === "failed" || state === "damaged")
			.map(({ name, problem }) => `${name}: ${problem}`),
	];
	return { written: written.size, faults };
}
