import { CairnError } from "@cairn/kernel";
import { createLogger } from "@cairn/kernel/logger";
import { terminalLog } from "@cairn/kernel/terminal-log";
import { keepTemporaryFilesIn, readConvertConfig } from "./config.ts";
import { serveConvert } from "./serve-convert.ts";
import { WorkFolders } from "./workspace/work-folders.ts";

/** The exit code by which whoever started the service knows that its port is taken. */
const EXIT_PORT_IN_USE = 3;

const destination = await terminalLog(process.stderr);
const logger = createLogger({ name: "convert", destination });

// What a hostile page does to its browser must not end the service: the job fails, and the log says why.
process.on("unhandledRejection", (error) => logger.error({ err: error }, "defect"));

try {
	const service = await start();
	for (const name of ["SIGINT", "SIGTERM"] as const) {
		process.once(name, () => void service.close().then(() => process.exit(0)));
	}
} catch (error) {
	process.exit(tellWhy(error));
}

async function start() {
	const config = readConvertConfig();
	const folders = await WorkFolders.open(config.workFolder);
	keepTemporaryFilesIn(folders.root);
	return serveConvert(config, {
		folders,
		logger: createLogger({ name: "convert", level: config.logLevel, destination }),
	});
}

function tellWhy(error: unknown): number {
	if (error instanceof CairnError) {
		logger.fatal(error.message);
		return 1;
	}
	if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
		logger.fatal(
			`Port ${"port" in error ? error.port : ""} is in use. Stop the program that holds it, or set CONVERT_PORT to another one.`,
		);
		return EXIT_PORT_IN_USE;
	}
	logger.fatal({ err: error }, "could not start");
	return 1;
}
