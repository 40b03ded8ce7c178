import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseToken } from "@cairn/identity";
import { expect, vi } from "vitest";
import { ownerSettings, PASSWORD, signIn } from "../browser/as-owner.ts";
import {
	type RunningProgram,
	startAdminProgram,
	startConvertService,
	startMcpServer,
	startRegistry,
	temporaryFolder,
} from "../programs.ts";
import { checkout } from "../started-program.ts";
import { openTokenDesk } from "../tokens.ts";
import { type Answer, type Attempt, exchange, exchangeBytes } from "./recorded-exchange.ts";
import { digestOf } from "./store-digest.ts";

export const SERVERS = ["registry", "admin", "mcp", "convert"] as const;
export type ServerName = (typeof SERVERS)[number];

/** What stands in a file of an agent that no other may read. */
export const PRIVATE_TEXT = "only-bob-may-read-this";
export const CONVERT_TOKEN = "the-converter's-own-secret";
export const METRICS_TOKEN = "for-the-figures-alone";
/** The longest document, in bytes. */
export const CONVERT_MAX_BODY = 1_048_576;
const SHARED_TOKEN = "the-token-that-all-share";

/** The servers of a household on one store, with two agents and every kind of token. */
export interface Appliance extends AsyncDisposable {
	readonly urls: Readonly<Record<ServerName, string>>;
	/** Of the agent ada, unless the name says otherwise. */
	readonly tokens: Readonly<Record<TokenName, string>>;
	/** The owner's session, as a Cookie header has it. */
	readonly cookie: string;
	send(server: ServerName, attempt: Attempt): Promise<Answer>;
	sendBytes(server: ServerName, bytes: string): Promise<string>;
	storeDigest(): Promise<string>;
	/** How many refusals the audit tells of. */
	refusals(): Promise<number>;
	/** What of the secrets, places and stacks stands in an answer or in a log; empty when nothing does. */
	leaks(): string[];
}

const TOKENS = {
	ada: {},
	reader: { scopes: ["scratchpad:read"] },
	expired: {},
	paused: {},
	revoked: {},
} as const;
type TokenName = keyof typeof TOKENS | "shared";

export async function startAppliance(): Promise<Appliance> {
	const folder = await temporaryFolder();
	const scripts = join(folder.path, "scripts");
	await mkdir(join(scripts, "greet"), { recursive: true });
	await writeFile(
		join(scripts, "greet", "manifest.yaml"),
		"name: greet\ndescription: Greets.\nexec: ./run.sh\ninputs: {}\n",
	);
	await writeFile(join(scripts, "greet", "run.sh"), "#!/bin/sh\necho hello\n", { mode: 0o755 });
	const desk = await openTokenDesk(folder.path);
	const tokens = await issueTokens(desk);
	const shared = {
		HOST: "127.0.0.1",
		CAIRN_DATA_DIR: folder.path,
		TOOLS_REGISTRY_TOKEN: SHARED_TOKEN,
		CAIRN_METRICS_TOKEN: METRICS_TOKEN,
		LOG_LEVEL: "debug",
	};
	const registry = await startRegistry({ ...shared, TOOLS_SCRIPTS_DIR: scripts });
	const [admin, mcp, convert] = await Promise.all([
		startAdminProgram({
			...shared,
			REGISTRY_URL: registry.url,
			CONVERT_TOKEN,
			TOOLS_CONVERT_URL: "http://127.0.0.1:9",
			...(await ownerSettings(folder.path)),
		}),
		startMcpServer({ ...shared, CAIRN_DATABASE_URL: `file:${join(folder.path, "cairn.db")}` }),
		startConvertService({
			HOST: "127.0.0.1",
			LOG_LEVEL: "debug",
			CONVERT_WITHOUT: "chromium,libreoffice,weasyprint,pandoc,poppler",
			CONVERT_WORK_DIR: join(folder.path, "convert"),
			CONVERT_TOKEN,
			CONVERT_MAX_BODY: String(CONVERT_MAX_BODY),
			CAIRN_REGISTRY_URL: registry.url,
		}),
	]);
	const programs: Record<ServerName, RunningProgram> = { registry, admin, mcp, convert };
	const cookie = await signIn(admin.url);
	await writePrivately(registry.url);
	await settle(desk);
	const record: string[] = [];
	const secrets = [
		...Object.values(tokens).map((token) => parseToken(token)?.secret ?? token),
		SHARED_TOKEN,
		CONVERT_TOKEN,
		METRICS_TOKEN,
		PASSWORD,
		cookie.slice(cookie.indexOf("=") + 1),
		PRIVATE_TEXT,
	];
	const traces = [folder.path, checkout, "at file:", "node_modules", "SQLITE_", '"msg":"defect"'];
	// What a server says at its start is for the owner alone, and tells where the data is.
	const saidBefore = Object.values(programs).map(({ log }) => log.length);
	const leaks = () => {
		const logged = Object.values(programs).flatMap(({ log }, index) => log.slice(saidBefore[index]));
		const texts = [...record, ...logged];
		return [...secrets, ...traces].filter((trace) => texts.some((text) => text.includes(trace)));
	};
	return {
		urls: { registry: registry.url, admin: admin.url, mcp: mcp.url, convert: convert.url },
		tokens: { ...tokens, shared: SHARED_TOKEN },
		cookie,
		send: (server, attempt) => exchange(programs[server].url, attempt, record),
		sendBytes: (server, bytes) => exchangeBytes(programs[server].url, bytes, record),
		storeDigest: () => digestOf(desk.store),
		refusals: async () => {
			const row = await desk.store.read.get<{ count: number }>(
				"SELECT count(*) AS count FROM events WHERE action IN ('access.refuse', 'access.flood')",
			);
			return Number(row?.count);
		},
		leaks,
		[Symbol.asyncDispose]: async () => {
			await Promise.all([admin.stop(), mcp.stop(), convert.stop()]);
			await registry.stop();
			await desk[Symbol.asyncDispose]();
			await folder[Symbol.asyncDispose]();
		},
	};

	async function issueTokens({ issue, tokens: agentTokens, store }: typeof desk) {
		const issued = await Promise.all(
			Object.entries(TOKENS).map(async ([name, given]) => [name, await issue(given)] as const),
		);
		const ids = Object.fromEntries(issued.map(([name, { id }]) => [name, id]));
		await agentTokens.pause(ids.paused ?? "");
		await agentTokens.revoke(ids.revoked ?? "");
		await store.transaction((sql) =>
			sql.run("UPDATE agent_tokens SET expires_at = 1 WHERE id = ?", ids.expired ?? ""),
		);
		const tokens = Object.fromEntries(issued.map(([name, { token }]) => [name, token]));
		return tokens as Record<keyof typeof TOKENS, string>;
	}

	/** What another agent keeps, which the attackers are after. */
	async function writePrivately(url: string): Promise<void> {
		const response = await fetch(`${url}/api/scratchpad/write_file`, {
			method: "POST",
			headers: { "content-type": "application/json", authorization: `Bearer ${SHARED_TOKEN}` },
			body: JSON.stringify({ agent_id: "bob", path: "diary.md", content: PRIVATE_TEXT }),
		});
		expect(response.status).toBe(200);
	}
}

/** Waits until the registry has written its catalog down, which it does by itself at its start. */
async function settle({ store }: { store: Parameters<typeof digestOf>[0] }): Promise<void> {
	await vi.waitFor(async () => {
		const seen = await store.read.get("SELECT 1 FROM events WHERE action = 'script.see'");
		expect(seen).toBeDefined();
	});
}
