import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ownerSettings, signIn } from "./browser/as-owner.ts";
import { endsWithTests } from "./ends-with-tests.ts";
import { bareEnvironment, type TemporaryFolder, temporaryFolder } from "./programs.ts";
import { checkout } from "./started-program.ts";

const REGISTRY = join(checkout, "apps", "registry", "dist", "registry.mjs");
const ADMIN = join(checkout, "apps", "admin", "dist", "admin.mjs");
const DISK_MB = 24;
const BALLAST_BYTES = 18_000_000;
/** What is written as long as it goes, ever less of it, until there is room for nothing. */
const BYTES = [60_000, 6_000, 6];

/** A disk over a folder that only these programs see: the admin, whose process it is, and the registry beside it. */
const ON_SMALL_DISK = `mount -t tmpfs -o size=${DISK_MB}m none "$1" && { "$2" "$3" & exec "$2" "$4"; }`;

interface Line {
	readonly name: string;
	readonly msg: string;
	readonly pid: number;
	readonly url?: string;
}

let secrets: TemporaryFolder;
let folder: string;
let child: ChildProcess;
/** Settles once both programs, and what started them, are gone. */
let ended: Promise<unknown>;
/** What was written that is no line of a log. */
let said = "";
const lines: Line[] = [];
let cookie: string;

beforeAll(async () => {
	secrets = await temporaryFolder();
	folder = await mkdtemp(join(tmpdir(), "cairn-full-disk-"));
	// As root, or with a user namespace where the machine lets everybody have one.
	const flags = ["-m", "-rm"].find(
		(candidate) =>
			spawnSync("unshare", [candidate, "sh", "-c", 'mount -t tmpfs none "$1"', "sh", folder]).status === 0,
	);
	if (flags === undefined) throw new Error("no small disk can be made here: run the tests as root");
	const settings = { CAIRN_DATA_DIR: folder, PORT: "0", ...(await ownerSettings(secrets.path)) };
	const command = ["sh", "-c", ON_SMALL_DISK, "sh", folder, process.execPath, REGISTRY, ADMIN];
	child = endsWithTests(
		spawn("unshare", [flags, ...command], {
			env: bareEnvironment(settings),
			stdio: ["ignore", "ignore", "pipe"],
			detached: true,
		}),
		{ group: true },
	);
	ended = once(child, "close");
	if (child.stderr !== null)
		createInterface({ input: child.stderr }).on("line", (line) => {
			if (line.startsWith("{")) lines.push(JSON.parse(line));
			else said += `${line}\n`;
		});
	await vi.waitFor(() => {
		for (const name of ["registry", "admin"]) expect(lineOf(name), `${name}: ${said}`).toBeDefined();
	});
	writeFileSync(ballast(), Buffer.alloc(BALLAST_BYTES));
	cookie = await signIn(urlOf("admin"));
});

afterAll(async () => {
	endGroup();
	await ended;
	if (folder !== undefined) await rm(folder, { recursive: true });
	await secrets?.[Symbol.asyncDispose]();
});

/** Both programs, whichever of them runs. */
function endGroup(): void {
	if (child?.pid === undefined) return;
	try {
		process.kill(-child.pid, "SIGTERM");
	} catch {
		// Both are gone already.
	}
}

const lineOf = (server: string) => lines.find(({ name, msg }) => name === server && msg === "listening");
const urlOf = (server: string) => lineOf(server)?.url ?? "";
/** What fills the disk, by the way that leads to what its programs see. */
const ballast = () => join("/proc", String(lineOf("admin")?.pid), "root", folder, "ballast");

async function call(operation: string, input: Record<string, unknown>) {
	const answer = await fetch(`${urlOf("registry")}/api/scratchpad/${operation}`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ agent_id: "a", ...input }),
	});
	return { status: answer.status, body: await answer.json() };
}

const contentOf = (n: number, bytes: number) => `${n} ${"x".repeat(bytes)}`;

const write = (n: number, bytes: number) =>
	call("write_file", { path: `${n}`, content: contentOf(n, bytes) });

async function send(path: string, fields: Record<string, string> = {}) {
	const answer = await fetch(urlOf("admin") + path, {
		method: "POST",
		headers: { cookie, origin: urlOf("admin") },
		body: new URLSearchParams(fields),
		redirect: "manual",
	});
	return { status: answer.status, html: await answer.text() };
}

const assertClaim = (claim: string) =>
	send("/claims", { claim, entity: "disk", kind: "fact", volatility: "slow", confidence: "80" });

async function page(path: string): Promise<string> {
	return (await fetch(urlOf("admin") + path, { headers: { cookie } })).text();
}

/** Makes a backup by the button; gives the page once it is done. */
async function backUp(): Promise<string> {
	expect((await send("/backups")).status).toBe(303);
	return vi.waitFor(async () => {
		const html = await page("/backups");
		expect(html).not.toContain("A backup is being made and proved.");
		return html;
	});
}

test("a full disk is told by registry, admin and backups, breaks nothing, and is gone on from", async () => {
	const written: string[] = [];
	for (const bytes of BYTES) {
		let answer = await write(written.length, bytes);
		while (answer.status === 200) {
			written.push(contentOf(written.length, bytes));
			answer = await write(written.length, bytes);
		}
		expect(answer.status).toBe(503);
		expect(answer.body).toMatchObject({ detail: expect.stringMatching(/The disk .* is full/) });
	}
	expect(written.length).toBeGreaterThan(3);

	// Reading goes on; and so do the pages, which say what is wrong when something is to be written.
	expect((await call("read_file", { path: "0" })).body.content).toBe(written[0]);
	expect(await page("/agents/a")).toContain("</html>");
	expect(await assertClaim("There is no room.")).toMatchObject({
		status: 503,
		html: expect.stringMatching(/disk .*is full/i),
	});
	const last = `${written.length - 1}`;
	expect(await call("delete_file", { path: last })).toMatchObject({
		status: 503,
		body: { detail: expect.stringMatching(/The disk .* is full/) },
	});
	expect((await call("read_file", { path: last })).body.content).toBe(written.at(-1));
	expect(await backUp()).toMatch(/No backup was made\..*[Ff]ree some space/s);
	expect(lines.filter(({ msg }) => msg === "defect")).toEqual([]);

	rmSync(ballast());
	expect((await call("delete_file", { path: last })).body).toMatchObject({
		deleted: true,
		versions_removed: 1,
	});
	written.pop();
	expect((await write(written.length + 1, BYTES[0] ?? 0)).status).toBe(200);
	expect((await assertClaim("There is room again.")).status).toBe(303);
	expect(await backUp()).toContain("The backup was made and proved.");
	for (const [n, content] of written.entries())
		expect((await call("read_file", { path: `${n}` })).body.content).toBe(content);
});
