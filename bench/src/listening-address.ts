import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** The address that a server's log names once it listens; rejects when the server ends before. */
export function listeningAddress(server: ChildProcess & { readonly stderr: Readable }): Promise<string> {
	return new Promise((resolve, reject) => {
		createInterface({ input: server.stderr }).on("line", (line) => {
			const { msg, url } = JSON.parse(line);
			if (msg === "listening") resolve(url);
		});
		server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
	});
}
