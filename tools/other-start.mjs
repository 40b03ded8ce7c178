// Whether another `npm start` works on a data folder: the one that does listens on a socket in it, which the system takes
// away when the process dies, however it dies.
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { askRunningStart, startSocket } from "../packages/kernel/src/running-start.mjs";

/**
 * Lets later starts and `cairn-admin` know that this one works on a data folder, and finds an earlier one.
 * @param places what is known of this one from the beginning
 * @returns `other`: undefined, or what the start says of itself that works on the folder already; `tell(addresses)`: what
 * later ones hear of this one's servers; `close()`
 */
export async function meetOtherStart(dataFolder, places = {}) {
	const socket = startSocket(dataFolder);
	let told = places;
	const server = createServer((client) => client.on("error", () => {}).end(JSON.stringify(told)));
	const tell = (addresses) => {
		told = { ...places, ...addresses };
	};
	const mine = { tell, close: () => void server.close() };
	if (await listen(server, socket)) return mine;
	const other = await askRunningStart(dataFolder);
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
