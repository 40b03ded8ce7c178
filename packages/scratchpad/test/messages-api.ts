import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request that reached the stand-in. */
export interface ApiRequest {
	readonly headers: IncomingMessage["headers"];
	readonly body: { model: string; max_tokens: number; system: string; messages: Array<{ content: string }> };
}

export type Respond = (
	response: ServerResponse,
	request: ApiRequest,
	attempt: number,
) => void | Promise<void>;

export interface MessagesApi extends AsyncDisposable {
	readonly url: string;
	readonly requests: ApiRequest[];
}

/** A local server that speaks the shapes of Anthropic's Messages API. */
export async function startMessagesApi(respond: Respond): Promise<MessagesApi> {
	const requests: ApiRequest[] = [];
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const received = { headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString("utf8")) };
		requests.push(received);
		await respond(response, received, requests.length);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** A message that ends well. */
export function answerMessage(response: ServerResponse, text: string): void {
	answerJson(response, 200, {
		id: "msg_01",
		type: "message",
		role: "assistant",
		model: "claude-haiku-4-5",
		content: [{ type: "text", text }],
		stop_reason: "end_turn",
		stop_sequence: null,
		usage: { input_tokens: 2000, output_tokens: 50 },
	});
}

/** An error as the API tells it; asks the SDK not to wait between its tries. */
export function answerFailure(response: ServerResponse, status: number, type: string): void {
	response.setHeader("retry-after-ms", "1");
	answerJson(response, status, {
		type: "error",
		error: { type, message: `${type}: key sk-ant-secret was used` },
	});
}

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { "content-type": "application/json" });
	response.end(typeof body === "string" ? body : JSON.stringify(body));
}
