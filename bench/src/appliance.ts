import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { compressedMiB, hasImage } from "./image-size.ts";
import { ADMIN, REGISTRY } from "./programs.ts";
import { ms, printTable, type Row } from "./report.ts";
import { startServerProgram } from "./server-program.ts";
import { median } from "./statistics.ts";

const ROUNDS = 5;
/** What an idle server still does at its start is done by then, milliseconds. */
const IDLE_MS = 5_000;
const READY_TARGET_MS = 3_000;
const MEMORY_TARGET_MIB = 209;
const IMAGE_TARGET_MIB = 143;
const BASE = process.env.NODE_IMAGE ?? "node:24-trixie-slim";
const IMAGES = ["cairn-registry", "cairn-admin", "cairn-mcp"];

interface Household {
	readonly registryMs: number;
	readonly adminMs: number;
	readonly registryMiB: number;
	readonly adminMiB: number;
	/** After the owner has been there, and they are idle again. */
	readonly usedRegistryMiB: number;
	readonly usedAdminMiB: number;
}

const PASSWORD = "a password of the bench";
const PAGES = [
	"/",
	"/agents",
	"/agents/a",
	"/agents/a/files",
	"/agents/a/files/plan",
	"/agents/a/logs/build",
	"/timeline",
	"/claims",
	"/audit",
	// An order of the owner's own: the only page that loads the store's generated client.
	"/agents/a/files?sort=-size",
];

/** What an idle server costs: memory of registry and admin, their time until they are ready, and the size of the images. */
export async function benchAppliance(): Promise<boolean> {
	const rounds: Household[] = [];
	for (let round = 0; round < ROUNDS; round++) rounds.push(await measure());
	const figure = (part: keyof Household) => median(rounds.map((round) => round[part]));
	const together = median(rounds.map(({ registryMiB, adminMiB }) => registryMiB + adminMiB));
	const used = median(rounds.map(({ usedRegistryMiB, usedAdminMiB }) => usedRegistryMiB + usedAdminMiB));
	const rows: Row[] = [
		limited("registry, ready", { value: figure("registryMs"), target: READY_TARGET_MS, unit: ms }),
		limited("admin, ready", { value: figure("adminMs"), target: READY_TARGET_MS, unit: ms }),
		{ cells: ["registry, idle memory", mebibytes(figure("registryMiB")), ""] },
		{ cells: ["admin, idle memory", mebibytes(figure("adminMiB")), ""] },
		limited("both, idle memory", { value: together, target: MEMORY_TARGET_MIB, unit: mebibytes }),
		{ cells: ["admin, after its pages were looked at", mebibytes(figure("usedAdminMiB")), ""] },
		limited("both, after pages were looked at", {
			value: used,
			target: MEMORY_TARGET_MIB,
			unit: mebibytes,
		}),
		...(await imageRows()),
	];
	printTable(`Appliance, median of ${ROUNDS}`, ["", "", "target"], rows);
	return rows.every(({ missed }) => !missed);
}

/** Both servers on an empty store, as on the first day; started one after the other, as the admin waits for the registry. */
async function measure(): Promise<Household> {
	const folder = await mkdtemp(join(tmpdir(), "cairn-bench-appliance-"));
	try {
		await using registry = await startServerProgram(REGISTRY, { CAIRN_DATA_DIR: folder });
		const passwordFile = join(folder, "password");
		await writeFile(passwordFile, PASSWORD);
		await using admin = await startServerProgram(ADMIN, {
			CAIRN_DATA_DIR: folder,
			CAIRN_OWNER_PASSWORD_FILE: passwordFile,
			REGISTRY_URL: registry.url,
		});
		await sleep(IDLE_MS);
		const idle = {
			registryMs: registry.readyMs,
			adminMs: admin.readyMs,
			registryMiB: registry.residentMiB(),
			adminMiB: admin.residentMiB(),
		};
		await writeAsAgent(registry.url);
		await lookAtPages(admin.url);
		await sleep(IDLE_MS);
		return { ...idle, usedRegistryMiB: registry.residentMiB(), usedAdminMiB: admin.residentMiB() };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** A file and a log, so that there is something to look at. */
async function writeAsAgent(url: string): Promise<void> {
	const calls = {
		write_file: { agent_id: "a", path: "plan", content: "one\n" },
		append_log: { agent_id: "a", path: "build", entry: "one" },
	};
	for (const [operation, input] of Object.entries(calls)) {
		const answer = await fetch(`${url}/api/scratchpad/${operation}`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(input),
		});
		if (!answer.ok) throw new Error(`${operation} was answered with ${answer.status}`);
	}
}

async function lookAtPages(url: string): Promise<void> {
	const signedIn = await fetch(`${url}/login`, {
		method: "POST",
		headers: { origin: url },
		body: new URLSearchParams({ password: PASSWORD }),
		redirect: "manual",
	});
	const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
	for (const page of PAGES) {
		const answer = await fetch(url + page, { headers: { cookie }, redirect: "error" });
		await answer.text();
		if (!answer.ok) throw new Error(`${page} was answered with ${answer.status}`);
	}
}

async function imageRows(): Promise<Row[]> {
	const rows: Row[] = [];
	for (const image of IMAGES) {
		const label = `${image}, compressed, beyond its base`;
		if (!(await hasImage(image)) || !(await hasImage(BASE)))
			rows.push({ cells: [label, "–", "no engine or image: docker compose build"] });
		else
			rows.push(
				limited(label, {
					value: await compressedMiB(image, BASE),
					target: IMAGE_TARGET_MIB,
					unit: mebibytes,
				}),
			);
	}
	return rows;
}

interface Limited {
	readonly value: number;
	readonly target: number;
	unit(value: number): string;
}

function limited(label: string, { value, target, unit }: Limited): Row {
	return { cells: [label, unit(value), `≤ ${unit(target)}`], missed: value > target };
}

const mebibytes = (value: number): string => `${value.toFixed(0)} MiB`;
