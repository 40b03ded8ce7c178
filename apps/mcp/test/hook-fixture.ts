import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const LAUNCHER = join(import.meta.dirname, "..", "..", "..", "hooks", "tool-discovery.sh");

export interface HookRun {
	readonly code: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

export interface Hook extends Disposable {
	readonly home: string;
	/** Writes a file below the home folder. */
	put(path: string, content: string): void;
	/** Runs the launcher with what is written to its standard input; undefined leaves that open. */
	run(input: string | Buffer | undefined, environment?: Record<string, string>): Promise<HookRun>;
}

/** The hook as Claude Code runs it, in a home folder of its own. */
export function openHook(): Hook {
	const home = mkdtempSync(join(tmpdir(), "cairn-hook-"));
	return {
		home,
		put: (path, content) => {
			mkdirSync(dirname(join(home, path)), { recursive: true });
			writeFileSync(join(home, path), content);
		},
		run: (input, environment = {}) =>
			new Promise((resolve, reject) => {
				const env = { PATH: process.env.PATH ?? "", HOME: home, ...environment };
				const child = spawn(LAUNCHER, { env, cwd: home });
				const output = { stdout: "", stderr: "" };
				for (const name of ["stdout", "stderr"] as const)
					child[name].setEncoding("utf8").on("data", (part) => {
						output[name] += part;
					});
				child.once("error", reject);
				child.once("close", (code) => resolve({ code, ...output }));
				child.stdin.on("error", () => {});
				if (input !== undefined) child.stdin.end(input);
			}),
		[Symbol.dispose]: () => rmSync(home, { recursive: true }),
	};
}

export interface FakeServer extends AsyncDisposable {
	/** Such as http://127.0.0.1:41234. */
	readonly url: string;
	/** The bodies that were sent, with their Authorization headers. */
	readonly asked: { readonly body: unknown; readonly authorization: string | undefined }[];
}

/** A server of somebody else's, which answers as a test says. */
export async function startServer(answer: RequestListener): Promise<FakeServer> {
	const asked: FakeServer["asked"] = [];
	const server = createServer((request, response) => {
		let body = "";
		request.setEncoding("utf8").on("data", (part) => {
			body += part;
		});
		request.on("end", () => {
			asked.push({ body: JSON.parse(body), authorization: request.headers.authorization });
			answer(request, response);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		asked,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
