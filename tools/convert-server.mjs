import { setTimeout as sleep } from "node:timers/promises";
import { inCheckout } from "./checkout.mjs";
import { startServer } from "./server-process.mjs";

const READY_MS = 30_000;
const PORT_IN_USE = 3;

/**
 * Starts the convert service beside the others, which go on whatever becomes of it. `told` settles with what to say of it:
 * its address, when it has one, and sentences for the owner.
 */
export function startConvert({ port, registry, signal }) {
	const missing = [];
	const server = startServer({
		name: "convert",
		program: inCheckout("convert-service", "dist", "convert.mjs"),
		env: { CONVERT_PORT: String(port), ...agentsOf(registry) },
		onEvent: (event) => event.msg === "engine missing" && missing.push(`${event.engine}: ${event.missing}`),
	});
	const listening = server.listening.then((url) => ({ url, notes: missing }));
	const ended = server.ended.then(({ code }) => ({ notes: [whyEnded(code, port)] }));
	const late = sleep(
		READY_MS,
		{ notes: ["it is not ready yet; its log says more."] },
		{ signal, ref: false },
	);
	void server.ended.then(() => signal.aborted || sayGone(listening));
	return { server, told: Promise.race([listening, ended, late.catch(() => ({ notes: [] }))]) };
}

/** Where it listens for other machines, agents may use their own tokens; on this one alone it asks for none. */
function agentsOf(registry) {
	const { CONVERT_TOKEN, CAIRN_REGISTRY_URL } = process.env;
	return CONVERT_TOKEN && !CAIRN_REGISTRY_URL ? { CAIRN_REGISTRY_URL: registry } : {};
}

function whyEnded(code, port) {
	if (code !== PORT_IN_USE) return "it ended at once; its last log lines are above.";
	return `not started, as port ${port} is in use, perhaps by one that runs already; --convert-port N chooses another.`;
}

// Only of one that did listen: why it never did is told where it was to be announced.
async function sayGone(listening) {
	const listened = await Promise.race([listening.then(() => true), false]);
	if (listened)
		process.stderr.write("cairn: the convert service has ended; start cairn again to have it back.\n");
}
