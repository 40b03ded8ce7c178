import { tryRun } from "./run.mjs";
import { SetupError } from "./setup-error.mjs";

const TRIES = 5;
/** What npm, node-gyp and apt-get print of an answer that broke off or arrived garbled, for which they don't ask again. */
const BROKE_OFF =
	/code ECONNRESET[\s\S]*\baborted\b|Invalid response body|premature close|E(IDLE|TRANSFER)TIMEOUT|EINTEGRITY|Z_(BUF|DATA)_ERROR|TAR_BAD_ARCHIVE|TypeError: terminated|Hash Sum mismatch|unexpected size/i;
/** And of a server that they asked several times, and that wasn't there or answered with a fault of its own. */
const UNREACHABLE =
	/\bE(CONN[A-Z]+|NOTFOUND|AI_AGAIN|TIMEDOUT|NETUNREACH|HOSTUNREACH|429|5\d\d|RESPONSETIMEOUT)\b|RequestRetryError|SocketError|fetch failed|Failed to fetch/;
const ADVICE =
	"The network or the server at its other end failed several times: see that it can be reached, through a proxy where there " +
	"is one, and run the same command again; what has arrived is kept.";

/**
 * Runs a command that fetches over the network, and again, a few times, when an answer broke off: it keeps what has arrived,
 * so that each time there is less to fetch. Throws a SetupError with its output when it fails.
 */
export async function runPatiently(command, args, { failure, env }) {
	for (let tries = 1; ; tries++) {
		const { code, output } = await tryRun(command, args, { env });
		if (code === 0) return;
		const brokeOff = BROKE_OFF.test(output);
		if (brokeOff && tries < TRIES) continue;
		throw new SetupError(brokeOff || UNREACHABLE.test(output) ? `${failure} ${ADVICE}` : failure, output);
	}
}
