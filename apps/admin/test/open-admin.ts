import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@cairn/kernel/logger";
import { createScratchpadToolset } from "@cairn/scratchpad";
import { createApp } from "../src/app.tsx";
import { createServices, type ServiceOverrides, type Services } from "../src/services.ts";

export interface OpenAdmin extends AsyncDisposable {
	services: Services;
	/** Sends a request to the app, without a network. */
	get(path: string, headers?: Record<string, string>): Promise<Response>;
	request: ReturnType<typeof createApp>["request"];
	/** Does what an agent does, through the scratchpad's own operations. */
	agent(operation: string, input: Record<string, unknown>): Promise<unknown>;
}

export interface OpenAdminOptions extends ServiceOverrides {
	basePath?: string;
	/** Whether laptops run only what the owner has approved. */
	approvalRequired?: boolean;
	/** The longest document that is passed on to the convert service. */
	documentBytes?: number;
	/** Leave the store closed. */
	closed?: boolean;
}

/** The app over a real store in a folder of its own. */
export async function openAdmin({
	basePath = "",
	closed = false,
	documentBytes = 1_000_000,
	approvalRequired = false,
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
			port: 0,
			registryUrl: "http://127.0.0.1:9",
			approvalRequired,
			clientCommand: undefined,
			startCommand: undefined,
			registryWantsToken: false,
			convertUrl: undefined,
			convertToken: undefined,
			documentBytes,
			basePath,
			metricsToken: undefined,
			logLevel: "silent",
		},
		{
			logger: createLogger({ name: "admin", level: "silent" }),
			checkRegistry: async () => ({ ok: true }),
			...overrides,
		},
	);
	if (!closed) await services.open();
	const app = createApp(services);
	const tools = createScratchpadToolset({
		provide: async () => ({
			store: services.store(),
			clock: services.clock,
			summarizer: { summarize: refuse },
		}),
	});
	return {
		services,
		get: async (path, headers = {}) => app.request(path, { headers }),
		request: app.request,
		agent: (operation, input) => tools.call(operation, input),
		[Symbol.asyncDispose]: async () => {
			await services[Symbol.asyncDispose]();
			await rm(folder, { recursive: true });
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
