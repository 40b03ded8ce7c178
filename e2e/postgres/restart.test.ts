import { setTimeout as sleep } from "node:timers/promises";
import { AgentTokens } from "@cairn/identity";
import { systemClock } from "@cairn/kernel";
import { openStore, verifyEvents } from "@cairn/store";
import { expect, test, vi } from "vitest";
import { ownerSettings, signIn } from "../browser/as-owner.ts";
import { connectLegacyHttp } from "../http-clients.ts";
import { startAdminProgram, startMcpServer, startRegistry, temporaryFolder } from "../programs.ts";
import { setUp } from "../set-up.ts";
import { type OwnPostgres, startOwnPostgres } from "./own-postgres.ts";

function startAll(postgres: OwnPostgres) {
	return setUp(async (keep) => {
		const folder = await keep(temporaryFolder());
		const shared = { HOST: "127.0.0.1", DATABASE_URL: postgres.url, CAIRN_DATA_DIR: folder.path };
		const registry = await keep(startRegistry(shared));
		const owner = await ownerSettings(folder.path);
		const admin = await keep(startAdminProgram({ ...shared, ...owner, REGISTRY_URL: registry.url }));
		const mcp = await keep(
			startMcpServer({ HOST: "127.0.0.1", HOME: folder.path, CAIRN_DATABASE_URL: postgres.url }),
		);
		const store = await keep(openStore({ url: postgres.url }));
		const tokens = new AgentTokens({ store, clock: systemClock });
		const { token } = await tokens.create({ agentId: "ada", label: "test" });
		// It has a session, which goes on over the restart.
		const agent = await keep(connectLegacyHttp({ url: mcp.url, token }));
		return { registry, admin, agent, store, headers: { authorization: `Bearer ${token}` } };
	});
}

interface Followed extends AsyncDisposable {
	/** What came so far. */
	shown(): string;
}

/** Follows a stream of events from now on, and comes back after it broke, as a browser does. Settles when it is open. */
async function follow(url: string, headers: Record<string, string>): Promise<Followed> {
	const over = new AbortController();
	const open = (last: Record<string, string>) =>
		fetch(url, { headers: { ...headers, ...last }, signal: over.signal });
	let shown = "";
	const read = async ({ body }: Response) => {
		for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) shown += piece;
	};
	const goOn = async (first: Response) => {
		let stream: Response | undefined = first;
		while (!over.signal.aborted) {
			if (stream?.ok) await read(stream).catch(() => {});
			await sleep(RETRY_MS);
			const id = [...shown.matchAll(/^id: (\d+)\n/gm)].at(-1)?.[1];
			stream = await open(id === undefined ? {} : { "Last-Event-ID": id }).catch(() => undefined);
		}
	};
	const going = goOn(await open({}));
	return {
		shown: () => shown,
		async [Symbol.asyncDispose]() {
			over.abort();
			await going;
		},
	};
}

const RETRY_MS = 100;

test.each(["fast", "immediate"] as const)(
	"a %s restart of the database loses no answered write and no live update, and nothing needs a start",
	async (way) => {
		await using postgres = await startOwnPostgres();
		await using all = await startAll(postgres);
		const { registry, admin, store, headers } = all;
		const append = (entry: string) =>
			fetch(`${registry.url}/api/scratchpad/append_log`, {
				method: "POST",
				headers: { ...headers, "content-type": "application/json" },
				body: JSON.stringify({ path: "log", entry }),
			});
		const callTool = async (entry: string) => {
			const answer = await all.agent.call("append_log", { path: "tools", entry }).catch((error: unknown) => {
				// Its door asks the database who calls, and answers 503 with a sentence.
				expect(String(error)).toMatch(/"status":503.*database/);
				return undefined;
			});
			return answer !== undefined && answer.isError !== true;
		};
		const look = async () => (await fetch(`${admin.url}/agents/ada`, { headers: { cookie } })).status;
		await append("first");
		const cookie = await signIn(admin.url);
		await using live = await follow(`${admin.url}/agents/ada/events/log?after=1`, { cookie });

		const answered: string[] = ["first"];
		const answeredTools: string[] = [];
		const refused: { status: number; text: string }[] = [];
		let restarting: Promise<void> | undefined;
		let isDown = true;
		for (let n = 0; isDown || answered.length < 40; n++) {
			const answer = await append(`entry-${n}.`);
			if (answer.ok) answered.push(`entry-${n}.`);
			else refused.push({ status: answer.status, text: await answer.text() });
			if (n % 5 === 0) {
				if (await callTool(`tool-${n}.`)) answeredTools.push(`tool-${n}.`);
				expect([200, 503]).toContain(await look());
			}
			if (answered.length === 20)
				restarting ??= postgres.restart(way).finally(() => {
					isDown = false;
				});
		}
		await restarting;
		for (const { status, text } of refused) {
			expect([status, text]).toEqual([503, expect.stringMatching(/database/)]);
			expect(text).not.toMatch(/postgresql:|password|ECONN|at .*\.ts/);
		}
		expect(await callTool("tool-last.")).toBe(true);
		answeredTools.push("tool-last.");
		expect((await append("last.")).status).toBe(200);
		await vi.waitUntil(() => live.shown().includes("last."));
		for (const entry of answered.slice(1)) expect(live.shown()).toContain(entry);
		for (const { url } of [registry, admin]) await vi.waitUntil(async () => (await fetch(`${url}/ready`)).ok);
		expect(await look()).toBe(200);
		const rows = await store.read.all<{ entry: Uint8Array }>("SELECT entry FROM log_entries");
		const kept = new Set(rows.map(({ entry }) => Buffer.from(entry).toString("utf8")));
		expect([...answered, ...answeredTools].filter((entry) => !kept.has(entry))).toEqual([]);
		expect((await verifyEvents(store)).fault).toBeUndefined();
	},
);
