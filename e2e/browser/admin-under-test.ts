import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { type Browser, chromium } from "playwright-core";
import { startAdminProgram, startRegistry, temporaryFolder } from "../programs.ts";
import { setUp } from "../set-up.ts";
import { ownerSettings, ownersWay } from "./as-owner.ts";

export interface AdminUnderTest extends AsyncDisposable {
	/** Where everybody is the owner, such as http://127.0.0.1:41234. */
	readonly url: string;
	/** The admin itself, where one has to sign in. */
	readonly door: string;
	/** Does what an agent does: calls an operation of the scratchpad through the registry. */
	agent(operation: string, input: Record<string, unknown>): Promise<void>;
	/** Does what an agent does to claims; gives what the registry answers. */
	claims(operation: string, input: Record<string, unknown>): Promise<unknown>;
}

/** Starts the programs of registry and admin on one store of their own. */
export function startAdmin(): Promise<AdminUnderTest> {
	return setUp(async (keep) => {
		const folder = await keep(temporaryFolder());
		const registry = await keep(startRegistry({ CAIRN_DATA_DIR: folder.path }));
		const settings = { CAIRN_DATA_DIR: folder.path, REGISTRY_URL: registry.url };
		const admin = await keep(startAdminProgram({ ...settings, ...(await ownerSettings(folder.path)) }));
		const way = await keep(ownersWay(admin.url));
		const call = async (toolset: string, operation: string, input: Record<string, unknown>) => {
			const url = `${registry.url}/api/${toolset}/${operation}`;
			const headers = { "Content-Type": "application/json" };
			const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(input) });
			if (!response.ok) throw new Error(`${operation} answers ${response.status}: ${await response.text()}`);
			return response;
		};
		return {
			url: way.url,
			door: admin.url,
			agent: async (operation: string, input: Record<string, unknown>) => {
				await (await call("scratchpad", operation, input)).body?.cancel();
			},
			claims: async (operation: string, input: Record<string, unknown>): Promise<unknown> =>
				(await call("claims", operation, input)).json(),
		};
	});
}

/** What a page is waited for ends when it comes: the limit, in milliseconds, only tells a hang. */
const HANG_MS = 60_000;

/** Starts the browser that the test machine has. */
export async function startBrowser(): Promise<Browser> {
	const browser = await chromium.launch({
		executablePath: process.env.CHROME ?? "/usr/bin/chromium",
		args: ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-gpu"],
		timeout: HANG_MS,
	});
	browser.on("context", (context) => context.setDefaultTimeout(HANG_MS));
	return browser;
}

export interface Wire extends AsyncDisposable {
	readonly url: string;
	/** Cuts every connection at once, and takes none until it is joined again. */
	cut(): void;
	join(): void;
}

/** A wire between browser and server that can be cut, as networks are. */
export async function wireTo(target: string): Promise<Wire> {
	const sockets = new Set<Socket>();
	let whole = true;
	const server = createServer((near) => {
		if (!whole) return near.destroy();
		const far = connect(Number(new URL(target).port), "127.0.0.1");
		for (const socket of [near, far]) {
			sockets.add(socket);
			socket.once("close", () => sockets.delete(socket));
			socket.on("error", () => undefined);
		}
		near.pipe(far).pipe(near);
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	const address = server.address();
	const port = address !== null && typeof address === "object" ? address.port : 0;
	const cut = () => {
		whole = false;
		for (const socket of sockets) socket.destroy();
	};
	return {
		url: `http://127.0.0.1:${port}`,
		cut,
		join: () => {
			whole = true;
		},
		[Symbol.asyncDispose]: async () => {
			cut();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
