import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";

/** A request from one of this machine's addresses. */
export interface AddressedRequest {
	readonly url: string;
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly from: string;
}

export interface GivenAnswer {
	readonly status: number;
	readonly retryAfter: number;
}

const PIECE = Buffer.alloc(65_536, " ");

/**
 * Begins a request, and sends so many bytes of a body that has one more, which never comes.
 * @returns the request, and what resolves once the server has answered all the same; to nothing when it only cuts the
 * connection.
 */
export function sendSlowly(to: AddressedRequest, bytes: number) {
	const { sending, answer } = begin(to, bytes + 1);
	for (let left = bytes; left > 0; left -= PIECE.length) sending.write(PIECE.subarray(0, left));
	return { answer: answer.catch(() => undefined), leave: () => sending.destroy() };
}

/** Sends a whole request. */
export function sendWhole(to: AddressedRequest, body: string): Promise<GivenAnswer> {
	const { sending, answer } = begin(to, Buffer.byteLength(body));
	sending.end(body);
	return answer;
}

function begin(
	{ url, path, headers, from }: AddressedRequest,
	length: number,
): { sending: ClientRequest; answer: Promise<GivenAnswer> } {
	const { hostname, port } = new URL(url);
	const sending = request({
		...{ hostname, port, path, method: "POST", localAddress: from, agent: false },
		headers: { ...headers, "content-length": String(length) },
	});
	sending.on("error", () => undefined);
	const answer = once(sending, "response").then(([response]: IncomingMessage[]) => {
		response?.resume();
		return {
			status: response?.statusCode ?? 0,
			retryAfter: Number(response?.headers["retry-after"]),
		};
	});
	return { sending, answer };
}
