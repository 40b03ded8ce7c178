import { createServer, openRoot, type RootOptions } from "@cairn/confined-files";
import { StdioTransport } from "@cairn/operations/stdio-transport";
import { logDefect } from "./log-defect.ts";
import { requireRoot } from "./require-root.ts";

export interface ServeFilesOptions {
	readonly root: RootOptions;
	/** Whether clients of the 2025 protocol era are served too. */
	readonly legacy: boolean;
	/** Ends the server. */
	readonly signal: AbortSignal;
	/** Takes what the operator should know. */
	readonly warn: (sentence: string) => void;
}

/**
 * Serves the files of one root over stdin and stdout until the client closes its end or the signal fires.
 * @throws CairnError `invalid_input` for a root that can't be served.
 */
export async function serveFiles({ root, legacy, signal, warn }: ServeFilesOptions): Promise<void> {
	requireRoot(root.root);
	using served = openRoot(root);
	if (served.warning !== undefined) warn(served.warning);
	const transport = new StdioTransport(process.stdin, process.stdout);
	await using server = createServer(served, { legacy, onDefect: logDefect });
	await server.connect(transport);
	signal.addEventListener("abort", () => void server.close(), { once: true });
	await transport.closed;
}
