// Takes connections on a port and passes them on to another machine's: `forward-port.mjs PORT HOST:PORT`. In front of the
// convert service, which stands on a network without a way out, on which nothing can be published.
import { connect, createServer } from "node:net";
import { pipeline } from "node:stream";

/** A connection on which nothing moves for so long is ended; longer than a conversion may take. */
const IDLE_MS = 15 * 60_000;
const MAX_CONNECTIONS = 256;
/** How long what is under way may take when it's asked to end. */
const GRACE_MS = 9_000;

const [port, target] = process.argv.slice(2);
const { hostname: host, port: targetPort } = new URL(`tcp://${target}`);
const under = new Set();

const server = createServer({ allowHalfOpen: true }, (inbound) => {
	const outbound = connect({ host, port: Number(targetPort), allowHalfOpen: true });
	under.add(inbound);
	const end = () => {
		inbound.destroy();
		outbound.destroy();
		under.delete(inbound);
	};
	for (const [from, to] of [
		[inbound, outbound],
		[outbound, inbound],
	]) {
		from.setTimeout(IDLE_MS, end);
		// One that fails takes the other along.
		pipeline(from, to, (error) => error && end());
	}
	inbound.once("close", end);
});
server.maxConnections = MAX_CONNECTIONS;
server.listen({ port: Number(port), host: "::" });

process.once("SIGTERM", () => {
	server.close();
	setTimeout(() => {
		for (const inbound of under) inbound.destroy();
	}, GRACE_MS).unref();
});
