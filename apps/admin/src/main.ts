import { CairnError } from "@cairn/kernel";
import { createLogger } from "@cairn/kernel/logger";
import { readAdminConfig } from "./config.ts";
import { serveAdmin } from "./serve-admin.ts";

/** The exit code by which whoever started the UI knows that its port is taken. */
const EXIT_PORT_IN_USE = 3;

const logger = createLogger({ name: "admin" });

try {
	const admin = await serveAdmin(readAdminConfig());
	for (const name of ["SIGINT", "SIGTERM"] as const) {
		process.once(name, () => void admin.close().then(() => process.exit(0)));
	}
} catch (error) {
	process.exit(tellWhy(error));
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
