import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export type Canary = Awaited<ReturnType<typeof openCanary>>;

/** A word that is in no document of ours: where it shows up, a file of this machine was read. */
export const SECRET = "Zwitscherkanarienvogel";

/** What no document may reach: a listener on this machine, for connections and for datagrams, and a file. */
export async function openCanary() {
	const hits: string[] = [];
	const server = createServer((socket) => {
		socket.once("data", (data) => {
			hits.push(data.toString("latin1").split("\r\n")[0] ?? "");
			socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${SECRET.length}\r\nconnection: close\r\n\r\n${SECRET}`);
		});
		socket.on("error", () => {});
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	const datagrams = createSocket("udp4", () => hits.push("a datagram"));
	datagrams.bind(port, "127.0.0.1");
	await once(datagrams, "listening");
	const folder = await mkdtemp(join(tmpdir(), "cairn-canary-"));
	const file = join(folder, "secret.txt");
	await writeFile(file, SECRET);
	return {
		url: `http://127.0.0.1:${port}`,
		host: `127.0.0.1:${port}`,
		port,
		file,
		fileUrl: pathToFileURL(file).href,
		hits,
		async [Symbol.asyncDispose]() {
			server.close();
			datagrams.close();
			await rm(folder, { recursive: true });
		},
	};
}
