import { CairnError } from "@cairn/kernel";
import { createLogger } from "@cairn/kernel/logger";
import { terminalLog } from "@cairn/kernel/terminal-log";
import { readAdminConfig } from "./config.ts";
import { serveAdmin } from "./serve-admin.ts";

/** The exit code by which whoever started the UI knows that its port is taken. */
const EXIT_PORT_IN_USE = 3;

const destination = await terminalLog(process.stderr);
const logger = createLogger({ name: "admin", destination });

try {
	const admin = await start();
	for (const name of ["SIGINT", "SIGTERM"] as const) {
		process.once(name, () => void admin.close().then(() => process.exit(0)));
	}
} catch (error) {
	process.exit(tellWhy(error));
}

function start() {
	const config = readAdminConfig();
	return serveAdmin(config, { logger: createLogger({ name: "admin", level: config.logLevel, destination }) });
}

function tellWhy(error: unknown): number {
	if (error instanceof CairnError) {
		logger.fatal(error.message);
		return 1;
	}
	if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
		const port = "port" in error ? error.port : "";
		logger.fatal(`Port ${port} is in use. Stop the program that holds it, or set PORT to another one.`);
		return EXIT_PORT_IN_USE;
	}
	logger.fatal({ err: error }, "could not start");
	return 1;
}
