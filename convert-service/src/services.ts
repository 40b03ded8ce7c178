import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { systemClock } from "@cairn/kernel";
import { GuessLimit } from "@cairn/kernel/guess-limit";
import { createLogger, type Logger } from "@cairn/kernel/logger";
import { createMetrics, type Metrics } from "@cairn/kernel/metrics";
import { TokenIntrospector } from "@cairn/kernel/token-introspection";
import { Verifier } from "./check/verify.ts";
import type { ConvertConfig } from "./config.ts";
import { Converter } from "./conversion/converter.ts";
import type { EngineContext } from "./engines/engine.ts";
import { pdfPageCount } from "./engines/poppler/pdf-info.ts";
import { findIsolation } from "./fence/isolation.ts";
import { MemoryWatch } from "./fence/memory-watch.ts";
import { CONVERT_SCOPE } from "./http/authenticate.ts";
import { FencedPrograms } from "./process/fenced-programs.ts";
import { Engines } from "./supervisor/engines.ts";
import { FairQueue } from "./supervisor/fair-queue.ts";
import { Health } from "./supervisor/health.ts";
import { IdleCores } from "./supervisor/idle-cores.ts";
import { JobHistory } from "./supervisor/job-history.ts";
import { SelfTest } from "./supervisor/self-test.ts";
import { WorkFolders } from "./workspace/work-folders.ts";

export interface ConvertServices extends AsyncDisposable {
	readonly config: ConvertConfig;
	readonly logger: Logger;
	readonly engines: Engines;
	readonly queue: FairQueue;
	readonly converter: Converter;
	readonly health: Health;
	readonly metrics: Metrics;
	/** Knows the agents' tokens, and takes note of whom this service refuses; undefined where there is none. */
	readonly registry: TokenIntrospector | undefined;
	/** How often an address may show a wrong token, at whichever address of this service. */
	readonly guesses: GuessLimit;
}

/** What can be given in place of the service's own. */
export interface ConvertOverrides {
	readonly logger?: Logger;
	/** Opened for this process; closed with the services. */
	readonly folders?: WorkFolders;
}

/** Builds all that the service needs, and starts the engines. */
export async function createConvertServices(
	config: ConvertConfig,
	overrides: ConvertOverrides = {},
): Promise<ConvertServices> {
	const logger = overrides.logger ?? createLogger({ name: "convert", level: config.logLevel });
	const folders = overrides.folders ?? (await WorkFolders.open(config.workFolder));
	const isolation = findIsolation(config.fence.networkNamespace, config.path);
	const memoryWatch = new MemoryWatch(config.limits.memoryBytes);
	const idleCores = new IdleCores(availableParallelism());
	const programs = new FencedPrograms({ config, isolation });
	await programs.start();
	const context: EngineContext = { config, folders, programs, isolation, memoryWatch, idleCores, logger };
	const engines = await Engines.start(context);
	const { concurrency: slots, queue: waiting } = config.limits;
	const queue = new FairQueue({ slots, waiting });
	const history = new JobHistory();
	const metrics = createMetrics("convert");
	metrics.addGauge(
		"conversions_running",
		"Documents that are being converted.",
		() => queue.counts().running,
	);
	metrics.addGauge(
		"conversions_waiting",
		"Documents that wait for a converter.",
		() => queue.counts().waiting,
	);
	const selfTest = new SelfTest(engines, folders);
	const converter = new Converter({
		engines,
		queue,
		folders,
		idleCores,
		history,
		limits: config.limits,
		verifier: new Verifier(programs, engines),
		clock: systemClock,
		countPages: async (file, signal) =>
			pdfPageCount(
				await programs.run({ program: "pdfinfo", args: [file] }, { folder: dirname(file), signal }),
			),
	});
	const { registryUrl } = config;
	return {
		config,
		logger,
		registry:
			registryUrl === undefined ? undefined : new TokenIntrospector({ registryUrl, scope: CONVERT_SCOPE }),
		guesses: new GuessLimit({ clock: systemClock }),
		engines,
		queue,
		converter,
		health: new Health({ engines, queue, history, isolation, selfTest, bodyBytes: config.limits.bodyBytes }),
		metrics,
		async [Symbol.asyncDispose]() {
			await idleCores[Symbol.asyncDispose]();
			await engines[Symbol.asyncDispose]();
			await programs[Symbol.asyncDispose]();
			memoryWatch[Symbol.dispose]();
			await folders.close();
		},
	};
}
