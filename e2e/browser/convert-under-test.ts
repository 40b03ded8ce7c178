import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { bareEnvironment, temporaryFolder } from "../programs.ts";
import { ownerSettings, ownersWay } from "./as-owner.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const ADMIN = join(ROOT, "apps", "admin", "dist", "admin.mjs");
const CONVERT = join(ROOT, "convert-service", "dist", "convert.mjs");
const TOKEN = "a-token-of-the-convert-service";

export interface ConvertUnderTest extends AsyncDisposable {
	/** Where the admin is, such as http://127.0.0.1:41234. */
	readonly url: string;
	/** Ends the convert service. */
	stopService(): Promise<void>;
}

/** Starts the programs of the convert service, which wants a token, and of the admin that has it. */
export async function startConvert(): Promise<ConvertUnderTest> {
	const folder = await temporaryFolder();
	const service = await startProgram(CONVERT, {
		HOST: "127.0.0.1",
		CONVERT_PORT: "0",
		CONVERT_TOKEN: TOKEN,
		CONVERT_WORK_DIR: join(folder.path, "work"),
	});
	const admin = await startProgram(ADMIN, {
		PORT: "0",
		CAIRN_DATA_DIR: folder.path,
		TOOLS_CONVERT_URL: service.url,
		TOOLS_CONVERT_TOKEN: TOKEN,
		...(await ownerSettings(folder.path)),
	});
	const way = await ownersWay(admin.url);
	return {
		url: way.url,
		stopService: () => end(service.child),
		[Symbol.asyncDispose]: async () => {
			await way[Symbol.asyncDispose]();
			await Promise.all([end(admin.child), end(service.child)]);
			await folder[Symbol.asyncDispose]();
		},
	};
}

async function startProgram(program: string, settings: Record<string, string>) {
	const child = spawn(process.execPath, [program], {
		env: bareEnvironment(settings),
		stdio: ["ignore", "ignore", "pipe"],
	});
	const url = await new Promise<string>((resolve, reject) => {
		createInterface({ input: child.stderr }).on("line", (line) => {
			const { msg, url } = JSON.parse(line);
			if (msg === "listening") resolve(url);
		});
		child.once("exit", (code) => reject(new Error(`${program} ended with ${code}`)));
	});
	return { child, url };
}

async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exit = once(child, "exit");
	child.kill("SIGTERM");
	await exit;
}
