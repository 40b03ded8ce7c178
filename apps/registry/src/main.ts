import { CairnError } from "@cairn/kernel";
import { createLogger } from "@cairn/kernel/logger";
import { terminalLog } from "@cairn/kernel/terminal-log";
import { readRegistryConfig } from "./config.ts";
import { serveRegistry } from "./serve-registry.ts";

/** The exit code by which whoever started the registry knows that its port is taken. */
const EXIT_PORT_IN_USE = 3;

const destination = await terminalLog(process.stderr);
const logger = createLogger({ name: "registry", destination });

try {
	const registry = await start();
	for (const name of ["SIGINT", "SIGTERM"] as const) {
		process.once(name, () => void registry.close().then(() => process.exit(0)));
	}
} catch (error) {
	process.exit(tellWhy(error));
}

function start() {
	const config = readRegistryConfig();
	return serveRegistry(config, {
		logger: createLogger({ name: "registry", level: config.logLevel, destination }),
	});
}

function tellWhy(error: unknown): number {
	if (error instanceof CairnError) {
		logger.fatal(error.message);
		return 1;
	}
	if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
		logger.fatal(
			`Port ${"port" in error ? error.port : ""} is in use. Stop the program that holds it, or set PORT to another one.`,
		);
		return EXIT_PORT_IN_USE;
	}
	logger.fatal({ err: error }, "could not start");
	return 1;
}
