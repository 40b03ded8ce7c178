import { join } from "node:path";
import { openStore } from "@cairn/store";
import { BackupFolder } from "@cairn/store/backup";
import { startAdminProgram, startConvertService, startRegistry, temporaryFolder } from "../programs.ts";
import { killDuringLoad } from "./kill-during-load.ts";

/** Kills the registry while agents write. @returns what is wrong then, as sentences. */
export async function killRegistry(kills: number): Promise<string[]> {
	await using folder = await temporaryFolder();
	const answered = await killDuringLoad({
		kills,
		start: () => startRegistry({ CAIRN_DATA_DIR: folder.path, LOG_LEVEL: "info" }),
		request: (url, n) =>
			post(`${url}/api/scratchpad/append_log`, { agent_id: "a", path: "log", entry: `${n}` }),
	});
	await using store = await openStore({ file: join(folder.path, "cairn.db") });
	const rows = await store.read.all<{ entry: string }>(
		"SELECT CAST(entry AS TEXT) AS entry FROM log_entries",
	);
	const kept = new Set(rows.map(({ entry }) => Number(entry)));
	const lost = [...answered].filter((n) => !kept.has(n));
	return [...(await faults(store.read)), ...lost.map((n) => `entry ${n} was answered and is gone`)];
}

/** Kills the admin while pages are looked at and backups are made. @returns what is wrong then, as sentences. */
export async function killAdmin(kills: number): Promise<string[]> {
	await using folder = await temporaryFolder();
	const storeFile = join(folder.path, "cairn.db");
	await killDuringLoad({
		kills,
		start: () => startAdminProgram({ CAIRN_DATA_DIR: folder.path, LOG_LEVEL: "info" }),
		request: async (url, n) => {
			// The button of the page; while a backup is under way the answer is that one is.
			if (n % 10 === 0)
				await fetch(`${url}/backups`, { method: "POST", headers: OWN_FORM, redirect: "manual" });
			await expectOk(await fetch(`${url}/backups`));
		},
	});
	await using store = await openStore({ file: storeFile });
	const backups = await new BackupFolder({ folder: join(folder.path, "backups"), storeFile }).list();
	const unproven = backups.filter(({ state }) => state === "failed" || state === "damaged");
	return [...(await faults(store.read)), ...unproven.map(({ name, problem }) => `${name}: ${problem}`)];
}

/** Kills the convert service while documents come in. @returns what is wrong then, as sentences. */
export async function killConvert(kills: number): Promise<string[]> {
	await using folder = await temporaryFolder();
	// Without its large engines: what is tried here is the service.
	const settings = { CONVERT_WORK_DIR: folder.path, CONVERT_WITHOUT: "chromium,libreoffice,weasyprint" };
	await killDuringLoad({
		kills,
		start: () => startConvertService(settings),
		request: async (url) => expectOk(await fetch(`${url}/formats`)),
	});
	await using service = await startConvertService(settings);
	const answer = await fetch(`${service.url}/ready`);
	return answer.ok ? [] : [`the converter is not ready again: ${answer.status}`];
}

const OWN_FORM = { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded" };

async function post(url: string, body: unknown): Promise<void> {
	const headers = { "content-type": "application/json" };
	await expectOk(await fetch(url, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function expectOk(answer: Response): Promise<void> {
	await answer.arrayBuffer();
	if (!answer.ok) throw new Error(`answered ${answer.status}`);
}

async function faults(read: { all<Row>(sql: string): Promise<Row[]> }): Promise<string[]> {
	const rows = await read.all<{ integrity_check: string }>("PRAGMA integrity_check");
	return rows.map((row) => row.integrity_check).filter((text) => text !== "ok");
}
