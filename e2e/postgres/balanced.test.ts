import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createOwnerDecisions } from "@cairn/catalog/server";
import { AgentTokens } from "@cairn/identity";
import { systemClock } from "@cairn/kernel";
import { openStore, type Store, verifyEvents } from "@cairn/store";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { signIn } from "../browser/as-owner.ts";
import { startRegistry, temporaryFolder } from "../programs.ts";
import { type BalancedAppliance, startBalancedAppliance } from "./balanced-appliance.ts";
import { type OwnPostgres, startOwnPostgres } from "./own-postgres.ts";

const CALLS_PER_MINUTE = 30;

let postgres: OwnPostgres;
let appliance: BalancedAppliance;
let store: Store;

beforeAll(async () => {
	postgres = await startOwnPostgres();
	appliance = await startBalancedAppliance(postgres.url, {
		CAIRN_CALLS_PER_MINUTE: String(CALLS_PER_MINUTE),
	});
	store = await openStore({ url: postgres.url });
});

afterAll(async () => {
	await store?.close();
	await appliance?.[Symbol.asyncDispose]();
	await postgres?.[Symbol.asyncDispose]();
});

async function tokenOf(agentId: string): Promise<string> {
	const tokens = new AgentTokens({ store, clock: systemClock });
	return (await tokens.create({ agentId, label: "test" })).token;
}

interface Call {
	readonly url: string;
	readonly token: string;
}

function call({ url, token }: Call, operation: string, input: Record<string, unknown>): Promise<Response> {
	const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
	return fetch(`${url}/api/scratchpad/${operation}`, {
		method: "POST",
		headers,
		body: JSON.stringify(input),
	});
}

interface FollowedEvents {
	/** What comes from now on, up to a text. */
	until(text: string): Promise<string>;
	end(): Promise<void>;
}

/** A stream of events, of which signs of life may be a part at any time. */
function follow(response: Response): FollowedEvents {
	const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
	return {
		async until(text) {
			let seen = "";
			while (!seen.includes(text)) {
				const { value, done } = (await reader?.read()) ?? { done: true };
				if (done) throw new Error(`The stream ended without ${text}: ${seen}`);
				seen += value;
			}
			return seen;
		},
		end: async () => reader?.cancel(),
	};
}

describe("two registries and two admins on one database", () => {
	test("show the same data, whichever answers", async () => {
		const caller = { url: appliance.registry.url, token: await tokenOf("ada") };
		for (let version = 1; version <= 6; version++) {
			const written = await call(caller, "write_file", { path: "plan", content: `version ${version}` });
			expect(await written.json()).toMatchObject({ version });
			const read = await call(caller, "read_file", { path: "plan" });
			expect(await read.json()).toMatchObject({ current_version: version, content: `version ${version}` });
		}
		const cookie = await signIn(appliance.admin.url);
		for (const { url } of appliance.admins)
			expect(await (await fetch(`${url}/agents/ada/files/plan`, { headers: { cookie } })).text()).toContain(
				"version 6",
			);
	});

	test("sign their catalogs with one key and one serial", async () => {
		const token = await tokenOf("carl");
		const ask = async ({ url }: { url: string }) =>
			(await fetch(`${url}/registry`, { headers: { authorization: `Bearer ${token}` } })).text();
		// Each raises the serial once after its start.
		for (const registry of appliance.registries) await ask(registry);
		const answers = await Promise.all(appliance.registries.map(ask));
		expect(answers[0]).toContain("greet");
		expect(answers[1]).toBe(answers[0]);
	});

	test("count a token's calls together", async () => {
		const caller = { url: appliance.registry.url, token: await tokenOf("bea") };
		/** Calls until it is refused; gives how often it was let in, and the refusal. */
		const untilRefused = async (url: string) => {
			for (let letIn = 0; ; letIn++) {
				const answer = await call({ ...caller, url }, "list_files", {});
				if (answer.status === 429 || letIn === 3 * CALLS_PER_MINUTE) return { letIn, answer };
			}
		};
		// A minute may have begun anew in between; each for itself they would have let through twice as many.
		expect((await untilRefused(caller.url)).letIn).toBeLessThan(2 * CALLS_PER_MINUTE);
		for (const { url } of appliance.registries) {
			const { answer } = await untilRefused(url);
			expect(answer.status).toBe(429);
			expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
		}
	});

	test("share the owner's sessions, and their end", async () => {
		const [first, second] = appliance.admins;
		const cookie = await signIn(first?.url ?? "");
		const page = await fetch(`${second?.url}/settings`, { headers: { cookie }, redirect: "manual" });
		expect(page.status).toBe(200);
		const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? "";
		const left = await fetch(`${second?.url}/logout`, {
			method: "POST",
			headers: { cookie, Origin: second?.url ?? "" },
			body: new URLSearchParams({ csrf }),
			redirect: "manual",
		});
		expect(left.status).toBe(303);
		const after = await fetch(`${first?.url}/settings`, { headers: { cookie }, redirect: "manual" });
		expect(after.headers.get("location")).toContain("/login");
	});

	test("show a log's new entries live, of a registry that the admin never heard of", async () => {
		const [admin] = appliance.admins;
		const cookie = await signIn(admin?.url ?? "");
		const caller = { url: appliance.registries[1]?.url ?? "", token: await tokenOf("dora") };
		await call(caller, "append_log", { path: "log", entry: "before" });
		const live = follow(await fetch(`${admin?.url}/agents/dora/events/log`, { headers: { cookie } }));
		await call(caller, "append_log", { path: "log", entry: "told across" });
		expect(await live.until("told across")).toContain("event:");
		await live.end();
	});

	test("take a script from laptops everywhere when the owner says so", async () => {
		const token = await tokenOf("emil");
		const decisions = createOwnerDecisions({ store, clock: systemClock });
		const versionOf = async (url: string) =>
			(await fetch(`${url}/registry`, { headers: { authorization: `Bearer ${token}` } })).text();
		const followed = await Promise.all(
			appliance.registries.map(async ({ url }) =>
				follow(await fetch(`${url}/registry/events`, { headers: { authorization: `Bearer ${token}` } })),
			),
		);
		for (const events of followed) await events.until("event: version");
		await decisions.setEnabled("greet", false);
		for (const events of followed) {
			await events.until("event: version");
			await events.end();
		}
		for (const { url } of appliance.registries) expect(await versionOf(url)).not.toContain("greet");
	});

	test("lose no answered write when one of them is killed under load", async () => {
		const caller = { url: appliance.registry.url, token: "" };
		const tokens = await Promise.all(Array.from({ length: 8 }, (_, n) => tokenOf(`writer-${n}`)));
		const answered = new Set<string>();
		const [victim] = appliance.registries;
		const gone = once(victim?.child ?? process, "exit");
		let afterwards = 0;
		const work = async (token: string, index: number) => {
			for (let n = 0; n < CALLS_PER_MINUTE; n++) {
				const entry = `${index}.${n}`;
				const ok = await call({ ...caller, token }, "append_log", { path: "log", entry }).then(
					({ ok }) => ok,
					() => false,
				);
				if (ok) answered.add(entry);
				if (ok && victim?.child.signalCode !== null) afterwards++;
				if (answered.size === 40) victim?.child.kill("SIGKILL");
			}
		};
		await Promise.all(tokens.map(work));
		await gone;
		const kept = await entriesOf("log");
		expect([...answered].filter((entry) => !kept.has(entry))).toEqual([]);
		// The other one went on.
		expect(afterwards).toBeGreaterThan(0);
		await appliance.restartRegistry();
		expect((await verifyEvents(store)).fault).toBeUndefined();
	});

	test("lose no answered write when the database crashes under load, say what is wrong, and heal", async () => {
		const tokens = await Promise.all(Array.from({ length: 6 }, (_, n) => tokenOf(`crash-${n}`)));
		const answered = new Set<string>();
		const refusals: { status: number; text: string }[] = [];
		let crashed: Promise<void> | undefined;
		const work = async (token: string, index: number) => {
			for (let n = 0; n < CALLS_PER_MINUTE - 2; n++) {
				const entry = `${index}.${n}`;
				const answer = await call({ url: appliance.registry.url, token }, "append_log", {
					path: "crash",
					entry,
				});
				if (answer.ok) answered.add(entry);
				else refusals.push({ status: answer.status, text: await answer.text() });
				if (answered.size >= 30) crashed ??= postgres.crash();
			}
		};
		await Promise.all(tokens.map(work));
		await crashed;
		for (const { status, text } of refusals) {
			expect([status, text]).toEqual([503, expect.stringMatching(/database|store/)]);
			expect(text).not.toMatch(/postgresql:|password|ECONN|at .*\.ts/);
		}
		// The same programs, without a start.
		for (const { url } of [...appliance.registries, ...appliance.admins])
			await vi.waitUntil(async () => (await fetch(`${url}/ready`)).ok);
		const kept = await entriesOf("crash");
		expect([...answered].filter((entry) => !kept.has(entry))).toEqual([]);
		expect(answered.size).toBeGreaterThanOrEqual(30);
		const again = { url: appliance.registry.url, token: await tokenOf("healed") };
		expect((await call(again, "append_log", { path: "log", entry: "again" })).status).toBe(200);
		expect((await verifyEvents(store)).fault).toBeUndefined();
	});

	/** The entries of a log, of all agents. */
	async function entriesOf(path: string): Promise<Set<string>> {
		const rows = await store.read.all<{ entry: Uint8Array | string }>(
			"SELECT entry FROM log_entries JOIN logs ON logs.id = log_entries.log_id WHERE logs.path = ?",
			path,
		);
		return new Set(rows.map(({ entry }) => Buffer.from(entry).toString("utf8")));
	}
});

test("a registry with another key than the one of its store is refused by name", async () => {
	await using folder = await temporaryFolder();
	const settings = { DATABASE_URL: postgres.url, CAIRN_DATA_DIR: folder.path, HOST: "127.0.0.1" };
	await expect(startRegistry(settings)).rejects.toThrow(/another key.*catalog-key\.pem/);
	const key = await readFile(join(appliance.dataFolder, "catalog-key.pem"));
	await rm(join(folder.path, "catalog-key.pem"), { force: true });
	await writeFile(join(folder.path, "catalog-key.pem"), key, { mode: 0o600 });
	await using registry = await startRegistry(settings);
	expect((await fetch(`${registry.url}/ready`)).ok).toBe(true);
});
