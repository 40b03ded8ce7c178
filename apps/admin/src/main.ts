import { refuseArguments } from "@cairn/kernel/command-line";
import { createLogger } from "@cairn/kernel/logger";
import { logStartFailure } from "@cairn/kernel/start-failure";
import { terminalLog } from "@cairn/kernel/terminal-log";
import { readAdminConfig } from "./config.ts";
import { serveAdmin } from "./serve-admin.ts";

const destination = await terminalLog(process.stderr);
const logger = createLogger({ name: "admin", destination });

try {
	const admin = await start();
	for (const name of ["SIGINT", "SIGTERM"] as const) {
		process.once(name, () => void admin.close().then(() => process.exit(0)));
	}
} catch (error) {
	process.exit(logStartFailure(error, { logger, portSetting: "PORT" }));
}

function start() {
	refuseArguments(process.argv.slice(2));
	const config = readAdminConfig();
	return serveAdmin(config, { logger: createLogger({ name: "admin", level: config.logLevel, destination }) });
}
