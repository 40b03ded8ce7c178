import {
	type JSONRPCMessage,
	type JSONRPCRequest,
	type MessageExtraInfo,
	PROTOCOL_VERSION_META_KEY,
	ProtocolErrorCode,
	type Transport,
	type TransportSendOptions,
} from "@modelcontextprotocol/server";

/** The one protocol version that a modern-only connection speaks. */
const VERSION = "2026-07-28";

/**
 * Lets through only what speaks 2026-07-28. The SDK looks at the version of the message that opens a connection alone;
 * this looks at each request, and its refusal names the version in the sentence too, which is what people see.
 */
export class ModernOnlyTransport implements Transport {
	onclose?: () => void;
	onerror?: (error: Error) => void;
	onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void;
	readonly #inner: Transport;

	constructor(inner: Transport) {
		this.#inner = inner;
	}

	async start(): Promise<void> {
		this.#inner.onclose = () => this.onclose?.();
		this.#inner.onerror = (error) => this.onerror?.(error);
		this.#inner.onmessage = (message, extra) => {
			if (isRequest(message) && !isModern(message)) this.#refuse(message);
			else this.onmessage?.(message, extra);
		};
		await this.#inner.start();
	}

	send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
		return this.#inner.send(message, options);
	}

	close(): Promise<void> {
		return this.#inner.close();
	}

	#refuse(request: JSONRPCRequest): void {
		const requested = requestedVersion(request);
		const asked = requested === undefined ? "" : `: ${requested.slice(0, 40)}`;
		const error = {
			code: ProtocolErrorCode.UnsupportedProtocolVersion,
			message: `Unsupported protocol version${asked}; this server speaks only MCP ${VERSION}. Start it with --legacy to admit older clients.`,
			data: { supported: [VERSION], ...(requested !== undefined && { requested: requested.slice(0, 40) }) },
		};
		this.#inner.send({ jsonrpc: "2.0", id: request.id, error }).catch((cause: unknown) => {
			this.onerror?.(cause instanceof Error ? cause : new Error(String(cause)));
		});
	}
}

function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
	return "method" in message && "id" in message;
}

/** A request without a claim is left to the SDK, which knows what opens a connection; but a handshake is of the old era. */
function isModern(request: JSONRPCRequest): boolean {
	const claim = versionClaim(request);
	return claim === undefined ? request.method !== "initialize" : claim === VERSION;
}

function versionClaim({ params }: JSONRPCRequest): unknown {
	return params?._meta?.[PROTOCOL_VERSION_META_KEY];
}

function requestedVersion(request: JSONRPCRequest): string | undefined {
	const claim = versionClaim(request) ?? request.params?.protocolVersion;
	return typeof claim === "string" ? claim : undefined;
}
