// Plain JavaScript, its types in comments: tools/start.mjs needs it too, on Node versions that read no TypeScript.
import { connect } from "node:net";
import path from "node:path";

const ANSWER_MS = 2_000;
const NAME = "started.sock";

/**
 * What an `npm start` says of itself to those who come to its data folder later. No secret is among it.
 * @typedef {object} RunningStart
 * @property {string} [admin] the address of the pages; none yet while it starts
 * @property {string} [registry]
 * @property {string} [convert]
 * @property {string} [backupsFolder] where its backups go, when that is not in the data folder
 * @property {boolean} [hasDatabase] whether the store is in the database of DATABASE_URL
 */

/**
 * The socket in a data folder on which the `npm start` listens that works on it. By its path from here, as the system takes
 * only short ones.
 * @param {string} dataFolder
 */
export function startSocket(dataFolder) {
	return path.relative(process.cwd(), path.join(dataFolder, NAME));
}

/**
 * Asks the `npm start` that works on a data folder where its servers are.
 * @param {string} dataFolder
 * @returns {Promise<RunningStart | undefined>} undefined when there is none
 */
export async function askRunningStart(dataFolder) {
	const client = connect(startSocket(dataFolder));
	client.setTimeout(ANSWER_MS, () => client.destroy());
	try {
		let answer = "";
		for await (const part of client.setEncoding("utf8")) answer += part;
		return parse(answer);
	} catch {
		return undefined;
	}
}

/** @param {string} answer @returns {RunningStart} */
function parse(answer) {
	try {
		return JSON.parse(answer);
	} catch {
		// One of another version of Cairn runs: that it does is all that is known of it.
		return {};
	}
}
