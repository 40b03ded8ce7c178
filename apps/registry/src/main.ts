import { refuseArguments } from "@cairn/kernel/command-line";
import { createLogger } from "@cairn/kernel/logger";
import { logStartFailure } from "@cairn/kernel/start-failure";
import { terminalLog } from "@cairn/kernel/terminal-log";
import { readRegistryConfig } from "./config.ts";
import { serveRegistry } from "./serve-registry.ts";

const destination = await terminalLog(process.stderr);
const logger = createLogger({ name: "registry", destination });

try {
	const registry = await start();
	for (const name of ["SIGINT", "SIGTERM"] as const) {
		process.once(name, () => void registry.close().then(() => process.exit(0)));
	}
} catch (error) {
	process.exit(logStartFailure(error, { logger, portSetting: "PORT" }));
}

function start() {
	refuseArguments(process.argv.slice(2));
	const config = readRegistryConfig();
	return serveRegistry(config, {
		logger: createLogger({ name: "registry", level: config.logLevel, destination }),
	});
}
