// Runs in a worker thread: one document a message, its HTML the answer.
import { parentPort } from "node:worker_threads";
import { type BuildOptions, buildDocument } from "./markdown/build-document.ts";

parentPort?.on("message", ({ source, options }: { source: string; options: BuildOptions }) => {
	parentPort?.postMessage(buildDocument(source, options));
});
