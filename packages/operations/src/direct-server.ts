import {
	type CallToolResult,
	type Implementation,
	type JSONRPCMessage,
	McpServer,
	type McpServerOptions,
	type MessageExtraInfo,
	type RequestId,
	SERVER_INFO_META_KEY,
	type ServerContext,
	type Transport,
} from "@modelcontextprotocol/server";
import { ENVELOPE_KEYS, isPlainCall, type PlainCall } from "./plain-call.ts";
import { keepWritten } from "./written-answers.ts";

/** What a tool needs of its call, whichever way that came. */
export type ToolContext = Pick<ServerContext, "http"> & {
	readonly mcpReq: Pick<ServerContext["mcpReq"], "signal" | "_meta" | "notify">;
};

/** What a tool answers. */
export interface ToolAnswer {
	readonly result: CallToolResult;
	/** The JSON of the structured content, where it is the text of the first content as well. */
	readonly structuredJson?: string | undefined;
}

/** Runs the tool of a name, never failing; undefined where there is none now. */
export type RunDirectly = (
	name: string,
	input: unknown,
	context: ToolContext,
) => Promise<ToolAnswer> | undefined;

export interface DirectServerOptions extends McpServerOptions {
	readonly info: Implementation;
	readonly era: "legacy" | "modern";
	readonly run: RunDirectly;
}

/**
 * The SDK's server, ahead of which plain calls of tools are answered. The SDK checks a call and its answer against its
 * schemas some ten times, which takes longer than most tools do. What isn't plain goes its way, and so does every other
 * request: an unknown tool, a malformed call, whatever the protocol adds.
 */
export class DirectServer extends McpServer {
	readonly #options: DirectServerOptions;
	readonly #underWay = new Map<RequestId, AbortController>();
	/** What a 2026-07-28 client says about itself, as the SDK has accepted it. */
	#acceptedEnvelope: string | undefined;

	constructor(options: DirectServerOptions) {
		super(options.info, options);
		this.#options = options;
	}

	/** Takes note that the SDK let a call through, with what its client says about itself. */
	accept({ mcpReq: { envelope } }: ServerContext): void {
		if (envelope !== undefined) this.#acceptedEnvelope = JSON.stringify(envelope);
	}

	override async connect(transport: Transport): Promise<void> {
		await super.connect(transport);
		const { onmessage, onclose } = transport;
		transport.onmessage = (message, extra) => {
			if (!this.#take(transport, message, extra)) onmessage?.(message, extra);
		};
		transport.onclose = () => {
			for (const controller of this.#underWay.values()) controller.abort();
			this.#underWay.clear();
			onclose?.();
		};
	}

	/** Whether a message is dealt with. Over HTTP each request has more to it, which is the SDK's. */
	#take(transport: Transport, message: JSONRPCMessage, extra: MessageExtraInfo | undefined): boolean {
		if (isPlainCall(message)) return !isOverHttp(extra) && this.#call(transport, message);
		return "method" in message && message.method === "notifications/cancelled"
			? this.#cancel(message.params)
			: false;
	}

	#call(transport: Transport, { id, params }: PlainCall): boolean {
		const { era, run } = this.#options;
		const { _meta: meta } = params;
		if (era === "modern" && !this.#isAccepted(meta)) return false;
		const controller = new AbortController();
		const notify: ToolContext["mcpReq"]["notify"] = (notification) =>
			transport.send({ jsonrpc: "2.0", ...notification }, { relatedRequestId: id });
		const mcpReq = { signal: controller.signal, notify, ...(meta !== undefined && { _meta: meta }) };
		const answer = run(params.name, params.arguments, { mcpReq });
		if (answer === undefined) return false;
		this.#underWay.set(id, controller);
		void this.#answer(transport, { id, controller, answer });
		return true;
	}

	#isAccepted(meta: PlainCall["params"]["_meta"]): boolean {
		if (meta === undefined || this.#acceptedEnvelope === undefined) return false;
		const keys = ENVELOPE_KEYS.filter((key) => key in meta);
		return JSON.stringify(Object.fromEntries(keys.map((key) => [key, meta[key]]))) === this.#acceptedEnvelope;
	}

	async #answer(transport: Transport, { id, controller, answer }: Call): Promise<void> {
		try {
			const { result, structuredJson } = await answer;
			if (!controller.signal.aborted) await transport.send(this.#message(id, result, structuredJson));
		} catch (error) {
			transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
		} finally {
			if (this.#underWay.get(id) === controller) this.#underWay.delete(id);
		}
	}

	#message(id: RequestId, toolResult: CallToolResult, structuredJson: string | undefined): JSONRPCMessage {
		const { era, info } = this.#options;
		const stamps =
			era === "modern" ? { resultType: "complete", _meta: { [SERVER_INFO_META_KEY]: info } } : undefined;
		const message: JSONRPCMessage = { jsonrpc: "2.0", id, result: { ...toolResult, ...stamps } };
		if (structuredJson !== undefined) {
			const { structuredContent: _, ...rest } = toolResult;
			const others = JSON.stringify({ ...rest, ...stamps }).slice(0, -1);
			const result = `${others},"structuredContent":${structuredJson}}`;
			keepWritten(message, `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`);
		}
		return message;
	}

	/** Ends a call that is answered here: it gets no answer. */
	#cancel(params: unknown): boolean {
		if (typeof params !== "object" || params === null || !("requestId" in params)) return false;
		const id = params.requestId as RequestId;
		const controller = this.#underWay.get(id);
		controller?.abort();
		return this.#underWay.delete(id);
	}
}

interface Call {
	readonly id: RequestId;
	readonly controller: AbortController;
	readonly answer: Promise<ToolAnswer>;
}

function isOverHttp(extra: MessageExtraInfo | undefined): boolean {
	return extra?.request !== undefined || extra?.authInfo !== undefined;
}
