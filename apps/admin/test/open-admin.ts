import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NO_PROXIES, type PasswordCost } from "@cairn/identity";
import { createLogger } from "@cairn/kernel/logger";
import { createScratchpadToolset } from "@cairn/scratchpad";
import { createApp } from "../src/app.tsx";
import { createServices, type ServiceOverrides, type Services } from "../src/services.ts";

export interface OpenAdmin extends AsyncDisposable {
	services: Services;
	/** Sends a request of the owner's to the app, without a network. */
	get(path: string, headers?: Record<string, string>): Promise<Response>;
	/** The same with a method and a body. */
	request(path: string, init?: RequestInit): Promise<Response>;
	/** Sends a request of nobody's. */
	anybody(path: string, init?: RequestInit): Promise<Response>;
	/** The cookie of the owner's session, as a header has it. */
	cookie(): Promise<string>;
	/** Does what an agent does, through the scratchpad's own operations. */
	agent(operation: string, input: Record<string, unknown>): Promise<unknown>;
}

export interface OpenAdminOptions extends ServiceOverrides {
	basePath?: string;
	/** Whether laptops run only what the owner has approved. */
	approvalRequired?: boolean;
	/** Whether the registry asks for a token also while there is none. */
	tokensRequired?: boolean;
	/** Leave the store closed. */
	closed?: boolean;
	/** Leave the server without an owner. */
	unclaimed?: boolean;
}

/** The owner's password in tests. */
export const PASSWORD = "correct horse battery staple";

/** What makes a guess cheap, where what it costs isn't the matter. */
export const CHEAP: PasswordCost = { logN: 4, r: 8, p: 1 };

/** The app over a real store in a folder of its own. */
export async function openAdmin({
	basePath = "",
	closed = false,
	unclaimed = false,
	approvalRequired = false,
	tokensRequired = false,
	...overrides
}: OpenAdminOptions = {}): Promise<OpenAdmin> {
	const folder = await mkdtemp(join(tmpdir(), "cairn-admin-"));
	const services = createServices(
		{
			dataFolder: folder,
			keyFile: join(folder, "catalog-key.pem"),
			backupsFolder: join(folder, "backups"),
			keptBackups: 14,
			storeFile: join(folder, "cairn.db"),
			databaseUrl: undefined,
			host: "127.0.0.1",
			port: 0,
			tls: undefined,
			ownerPasswordFile: undefined,
			allowedHosts: [],
			trustedProxies: NO_PROXIES,
			publicUrls: { registry: undefined, mcp: undefined, convert: undefined },
			registryUrl: "http://127.0.0.1:9",
			approvalRequired,
			clientCommand: undefined,
			startCommand: undefined,
			registryWantsToken: false,
			tokensRequired,
			convertUrl: undefined,
			convertToken: undefined,
			basePath,
			metricsToken: undefined,
			registryToken: undefined,
			environment: {},
			logLevel: "silent",
		},
		{
			logger: createLogger({ name: "admin", level: "silent" }),
			checkRegistry: async () => ({ ok: true }),
			passwordCost: CHEAP,
			...overrides,
		},
	);
	if (!closed) await services.open();
	const app = createApp(services);
	const owner = closed || unclaimed ? undefined : await claim(services);
	const request = async (path: string, init: RequestInit = {}) => {
		const headers = new Headers(init.headers);
		if (owner !== undefined) headers.append("Cookie", await owner.cookie());
		return app.request(path, { ...init, headers });
	};
	const tools = createScratchpadToolset({
		provide: async () => ({
			store: services.store(),
			clock: services.clock,
			summarizer: { summarize: refuse },
		}),
	});
	return {
		services,
		cookie: async () => (await owner?.cookie()) ?? "",
		get: (path, headers = {}) => request(path, { headers }),
		request,
		anybody: async (path, init) => app.request(path, init),
		agent: (operation, input) => tools.call(operation, input),
		[Symbol.asyncDispose]: async () => {
			await services[Symbol.asyncDispose]();
			await rm(folder, { recursive: true });
		},
	};
}

/** Claims the server; the session goes on, also when the test's clock leaps. */
async function claim(services: Services): Promise<{ cookie(): Promise<string> }> {
	const client = { address: "127.0.0.1" };
	const code = (await services.owner().openClaim()) ?? "";
	let { cookie } = await services.owner().claim(code, PASSWORD, client);
	return {
		async cookie() {
			if ((await services.owner().session(cookie)) === undefined)
				({ cookie } = await services.owner().login(PASSWORD, client));
			return `cairn_session=${cookie}`;
		},
	};
}

async function refuse(): Promise<never> {
	throw new Error("no test asks for a summary");
}

/** Counts how often a text stands in another. */
export function countOf(text: string, part: string): number {
	return text.split(part).length - 1;
}
