import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Whether the module of this URL is the one that Node was started with. */
export function isProgram(moduleUrl) {
	const started = process.argv[1];
	return started !== undefined && realpathSync(started) === realpathSync(fileURLToPath(moduleUrl));
}
