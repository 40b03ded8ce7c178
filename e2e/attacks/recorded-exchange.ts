import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

/** A request as an attacker writes it: nothing is added to it but the Host header, where it has none. */
export interface Attempt {
	/** GET, unless told. */
	readonly method?: string;
	/** Sent as it is, with all its dots. */
	readonly path: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string | Uint8Array | undefined;
	/** So many bytes in place of a body, in pieces, without a length and without an end: only who counts can tell. */
	readonly endless?: number;
}

const PIECE_BYTES = 65_536;

export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly body: string;
}

/** Every answer that came back, as text: what a scan for secrets looks through. */
export type Answered = string[];

/** Sends a request on a connection of its own, and keeps what comes back. */
export function exchange(server: string, attempt: Attempt, record: Answered): Promise<Answer> {
	const { hostname, port } = new URL(server);
	const { method = "GET", path, headers = {}, body, endless } = attempt;
	return new Promise((resolve, reject) => {
		const sent = request({ hostname, port, method, path, headers, agent: false }, async (response) => {
			const { statusCode: status = 0, headers } = response;
			const answer = { status, headers, body: await text(response) };
			record.push(JSON.stringify([status, headers]), answer.body);
			resolve(answer);
			if (endless !== undefined) sent.destroy();
		});
		sent.once("error", reject);
		if (endless === undefined) sent.end(body);
		else for (let left = endless; left > 0; left -= PIECE_BYTES) sent.write("x".repeat(PIECE_BYTES));
	});
}

/** Sends bytes that no HTTP client would, and keeps what comes back until the server closes. */
export async function exchangeBytes(server: string, bytes: string, record: Answered): Promise<string> {
	const { hostname, port } = new URL(server);
	const socket = connect(Number(port), hostname);
	socket.write(bytes);
	const answer = await text(socket);
	record.push(answer);
	return answer;
}
