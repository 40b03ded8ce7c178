import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { events, openStore, verifyEvents } from "@cairn/store";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type AdjustableClock, adjustableClock } from "./adjustable-clock.ts";
import { ownerSettings, PASSWORD, signIn } from "./browser/as-owner.ts";
import { connectModernHttp } from "./http-clients.ts";
import {
	bareEnvironment,
	type RunningProgram,
	startAdminProgram,
	startMcpServer,
	startRegistry,
	type TemporaryFolder,
	temporaryFolder,
} from "./programs.ts";
import { checkout } from "./started-program.ts";
import { openTokenDesk, type TokenDesk } from "./tokens.ts";

const DAY_MS = 86_400_000;
/** How far the clock is wrong before somebody sets it back. */
const AHEAD_DAYS = 10;
const CAIRN_ADMIN = join(checkout, "apps", "admin", "bin", "cairn-admin.mjs");

let folder: TemporaryFolder;
let clock: AdjustableClock;
let desk: TokenDesk;
let registry: RunningProgram;
let admin: RunningProgram;
let token: string;

beforeAll(async () => {
	folder = await temporaryFolder();
	clock = await adjustableClock(folder.path);
	desk = await openTokenDesk(folder.path);
	({ token } = await desk.issue());
	const settings = { ...clock.settings, CAIRN_DATA_DIR: folder.path };
	registry = await startRegistry(settings);
	const owner = await ownerSettings(folder.path);
	admin = await startAdminProgram({ ...settings, ...owner, REGISTRY_URL: registry.url });
});

afterAll(async () => {
	await admin?.stop();
	await registry?.stop();
	await desk?.[Symbol.asyncDispose]();
	await folder?.[Symbol.asyncDispose]();
});

/** What is done while the clock is ahead, and again once it was set back. */
async function aheadAndBack<Result>(work: (when: "ahead" | "back") => Promise<Result>): Promise<Result[]> {
	clock.setAheadBy(AHEAD_DAYS);
	const ahead = await work("ahead");
	clock.setAheadBy(0);
	return [ahead, await work("back")];
}

async function call(operation: string, input: Record<string, unknown>, bearer = token) {
	const answer = await fetch(`${registry.url}/api/${operation}`, {
		method: "POST",
		headers: { "content-type": "application/json", authorization: `Bearer ${bearer}` },
		body: JSON.stringify(input),
	});
	return { status: answer.status, body: await answer.json() };
}

const login = (password: string) =>
	fetch(`${admin.url}/login`, {
		method: "POST",
		headers: { Origin: admin.url },
		body: new URLSearchParams({ password }),
		redirect: "manual",
	});

/** Where the pages lead somebody who comes with this cookie; undefined for the owner, who is shown them. */
async function sentTo(cookie: string): Promise<string | null> {
	const answer = await fetch(`${admin.url}/agents`, { headers: { Cookie: cookie }, redirect: "manual" });
	return answer.headers.get("location");
}

test("what came later is later: versions, entries and events in their order, in chains that hold", async () => {
	const before = await events.lastEventId(desk.store.read);
	const [ahead, back] = await aheadAndBack(async (when) => {
		await call("scratchpad/write_file", { path: "plan.md", content: when });
		await call("scratchpad/append_log", { path: "log", entry: when });
	}).then(() =>
		desk.store.read.all<{ at: number }>(
			"SELECT at FROM events WHERE action = 'file.write' AND id > ? ORDER BY id",
			before,
		),
	);
	// The clock was set back in between.
	expect((ahead?.at ?? 0) - (back?.at ?? 0)).toBeGreaterThan((AHEAD_DAYS - 1) * DAY_MS);
	const { body: file } = await call("scratchpad/read_file", { path: "plan.md" });
	expect(file).toMatchObject({ current_version: 2, content: "back" });
	const { body: log } = await call("scratchpad/read_log", { path: "log" });
	expect(log.entries.map(({ entry }: { entry: string }) => entry)).toEqual(["ahead", "back"]);
	expect((await verifyEvents(desk.store)).fault).toBeUndefined();
});

test("a claim of a time to come has lost nothing, and ages from when it is confirmed", async () => {
	const claim = { claim: "The router is at 192.168.1.1.", entity: "router", kind: "fact" };
	const add = () => call("claims/claim_add", { ...claim, volatility: "volatile", confidence: 0.8 });
	const standing = async () => (await call("claims/claims_decayed", { minStaleness: 0 })).body;
	clock.setAheadBy(AHEAD_DAYS);
	await add();
	clock.setAheadBy(0);
	expect(await standing()).toMatchObject([{ claim: { claim: claim.claim, confidence: 0.8 }, staleness: 0 }]);
	await add();
	clock.setAheadBy(7);
	// Half of it, after the half-life of what changes fast.
	const [{ staleness }] = await standing();
	clock.setAheadBy(0);
	expect(staleness).toBeCloseTo(0.5, 3);
});

test("a token that expired while the clock was ahead works until its time has come", async () => {
	const { token: passing } = await desk.issue({ label: "passing", expiresAt: Date.now() + DAY_MS });
	const [ahead, back] = await aheadAndBack(() => call("scratchpad/list_files", {}, passing));
	expect([ahead?.status, back?.status]).toEqual([401, 200]);
});

test("a limit that was reached while the clock was ahead keeps nobody out for days", async () => {
	const [ahead, back] = await aheadAndBack(async (when) => {
		if (when === "back") return (await login(PASSWORD)).status;
		for (;;) {
			const { status } = await login("a guess");
			if (status === 429) return status;
		}
	});
	expect([ahead, back]).toEqual([429, 303]);
});

test("a session that began while the clock was ahead has ended, and the owner logs in anew", async () => {
	clock.setAheadBy(AHEAD_DAYS);
	const ahead = await signIn(admin.url);
	expect(await sentTo(ahead)).toBeNull();
	clock.setAheadBy(0);
	expect(await sentTo(ahead)).toMatch(/\/login/);
	expect(await sentTo(await signIn(admin.url))).toBeNull();
});

test("a token that is paused is refused soon, by those who ask the registry as well", async () => {
	const { token: paused, id } = await desk.issue({ label: "paused" });
	await using mcp = await startMcpServer({ ...clock.settings, TOOLS_REGISTRY_URL: registry.url });
	clock.setAheadBy(AHEAD_DAYS);
	await using agent = await connectModernHttp({ url: mcp.url, token: paused });
	expect((await agent.call("list_files", {})).isError).toBeFalsy();
	clock.setAheadBy(0);
	await desk.tokens.pause(id);
	await vi.waitFor(() => expect(agent.call("list_files", {})).rejects.toThrow());
});

test("the backup of the day is made, whatever was made while the clock was ahead", async () => {
	// A store that no admin looks after, which would make the backup itself as soon as the clock is ahead.
	await using alone = await temporaryFolder();
	await (await openStore({ file: join(alone.path, "cairn.db") })).close();
	const daily = async () => {
		const { stdout } = await promisify(execFile)(
			process.execPath,
			[CAIRN_ADMIN, "backup", "--daily", "--json", "--data", alone.path],
			{ env: bareEnvironment(clock.settings) },
		);
		return JSON.parse(stdout);
	};
	clock.setAheadBy(AHEAD_DAYS);
	expect(await daily()).toMatchObject({ kind: "daily", state: "proven" });
	expect(await daily()).toBeNull();
	// A day after the store was made, so that its first one is due.
	clock.setAheadBy(1);
	expect(await daily()).toMatchObject({ kind: "daily", state: "proven" });
});
