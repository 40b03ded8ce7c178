import { refuseArguments } from "@cairn/kernel/command-line";
import { createLogger } from "@cairn/kernel/logger";
import { logStartFailure } from "@cairn/kernel/start-failure";
import { terminalLog } from "@cairn/kernel/terminal-log";
import { keepTemporaryFilesIn, readConvertConfig } from "./config.ts";
import { serveConvert } from "./serve-convert.ts";
import { WorkFolders } from "./workspace/work-folders.ts";

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
	process.exit(logStartFailure(error, { logger, portSetting: "CONVERT_PORT" }));
}

async function start() {
	refuseArguments(process.argv.slice(2));
	const config = readConvertConfig();
	const folders = await WorkFolders.open(config.workFolder);
	keepTemporaryFilesIn(folders.root);
	return serveConvert(config, {
		folders,
		logger: createLogger({ name: "convert", level: config.logLevel, destination }),
	});
}
