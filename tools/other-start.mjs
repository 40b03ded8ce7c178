// Whether another `npm start` works on a data folder: the one that does listens on a socket in it, which the system takes
// away when the process dies, however it dies.
import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import path from "node:path";

const ANSWER_MS = 2_000;
const NAME = "started.sock";

/**
 * Lets later starts know that this one works on a data folder, and finds an earlier one.
 * @returns `other`: undefined, or the admin's address of the start that works on the folder already, "" where it has none
 * yet; `tell(address)`: what later ones hear; `close()`
 */
export async function meetOtherStart(dataFolder) {
	const socket = path.relative(process.cwd(), path.join(dataFolder, NAME));
	let address = "";
	const server = createServer((client) => client.on("error", () => {}).end(address));
	const tell = (url) => {
		address = url;
	};
	const mine = { tell, close: () => void server.close() };
	if (await listen(server, socket)) return mine;
	const other = await ask(socket);
	if (other !== undefined) return { ...mine, other };
	// Left by one that was killed.
	rmSync(socket, { force: true });
	await listen(server, socket);
	return mine;
}

/** Only a socket that is there already counts: a folder that can hold none has no later start to be told. */
async function listen(server, socket) {
	try {
		await once(server.listen(socket), "listening");
	} catch (error) {
		return error.code !== "EADDRINUSE";
	}
	server.unref();
	return true;
}

/** What the one behind a socket says; undefined when there is none. */
async function ask(socket) {
	const client = connect(socket);
	client.setTimeout(ANSWER_MS, () => client.destroy());
	try {
		let answer = "";
		for await (const part of client.setEncoding("utf8")) answer += part;
		return answer;
	} catch {
		return undefined;
	}
}
