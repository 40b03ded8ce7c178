import { randomUUID } from "node:crypto";
import { CairnError, type Clock } from "@cairn/kernel";
import { MAX_BODY_BYTES } from "@cairn/operations/http-door";
import {
	type AuthInfo,
	type McpServer,
	WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";

export interface SessionLimits {
	/** How many sessions there may be. */
	readonly sessions: number;
	/** How many one caller may have; with one more, the one that was idle for longest ends. */
	readonly sessionsPerCaller: number;
	/** How long a session stays without a request or an open stream, milliseconds. */
	readonly idleMs: number;
}

export interface LegacySessionsOptions {
	readonly limits: SessionLimits;
	readonly clock: Clock;
	/** A server that serves one session. */
	readonly build: (authInfo: AuthInfo) => McpServer;
}

interface Session {
	readonly caller: string;
	readonly transport: WebStandardStreamableHTTPServerTransport;
	/** Requests under way and open streams. */
	exchanges: number;
	usedAt: number;
}

/** A request of the 2025 era, with who sent it. */
export interface LegacyExchange {
	readonly request: Request;
	/** The JSON of its body; undefined where the method has none. */
	readonly parsedBody: unknown;
	readonly authInfo: AuthInfo;
	/** Resolves when the answer is out, or its reader has left. */
	readonly ended: Promise<unknown>;
}

/**
 * The sessions of the 2025 era: one server each, bound to the caller that opened it. Another caller finds nothing under
 * its id. They are bounded in number and end when idle, as clients often leave without a word.
 */
export class LegacySessions {
	readonly #options: LegacySessionsOptions;
	readonly #sessions = new Map<string, Session>();
	readonly #sweep: NodeJS.Timeout;

	constructor(options: LegacySessionsOptions) {
		this.#options = options;
		const everyMs = Math.min(Math.max(options.limits.idleMs / 2, 10), 60_000);
		this.#sweep = setInterval(() => void this.endIdle(), everyMs).unref();
	}

	get size(): number {
		return this.#sessions.size;
	}

	/** @throws CairnError `unavailable` when there is no room for one more session. */
	async handle({ request, parsedBody, authInfo, ended }: LegacyExchange): Promise<Response> {
		const id = request.headers.get("mcp-session-id");
		if (id === null) return this.#open({ request, parsedBody, authInfo, ended });
		const session = this.#sessions.get(id);
		if (session === undefined || session.caller !== authInfo.clientId) {
			// By the protocol, a client then opens a new session.
			return refuse(404, "Session not found: it has ended, or was never yours. Initialize anew.");
		}
		this.#hold(session, ended);
		return session.transport.handleRequest(request, { authInfo, parsedBody });
	}

	/** Ends the sessions without an exchange whose time is over. */
	async endIdle(): Promise<void> {
		const now = this.#options.clock.now();
		for (const session of this.#sessions.values()) {
			// After the clock was set back, its idle time begins anew.
			session.usedAt = Math.min(session.usedAt, now);
			const isIdle = session.usedAt <= now - this.#options.limits.idleMs;
			if (session.exchanges === 0 && isIdle) await session.transport.close();
		}
	}

	/** Ends the streams on which nothing is answered, such as those that wait for news. */
	endStreams(): void {
		for (const { transport } of this.#sessions.values()) transport.closeStandaloneSSEStream();
	}

	async close(): Promise<void> {
		clearInterval(this.#sweep);
		for (const { transport } of [...this.#sessions.values()]) await transport.close();
	}

	async #open({ request, parsedBody, authInfo, ended }: LegacyExchange): Promise<Response> {
		if (request.method !== "POST")
			return refuse(400, "Send the Mcp-Session-Id of the session that is meant.");
		const caller = authInfo.clientId;
		await this.#makeRoom(caller);
		const transport = new WebStandardStreamableHTTPServerTransport({
			sessionIdGenerator: randomUUID,
			maxRequestBodySize: MAX_BODY_BYTES,
			onsessioninitialized: (id) => {
				const session = { caller, transport, exchanges: 0, usedAt: this.#options.clock.now() };
				this.#sessions.set(id, session);
				this.#hold(session, ended);
			},
		});
		const server = this.#options.build(authInfo);
		await server.connect(transport);
		const onclose = server.server.onclose;
		server.server.onclose = () => {
			if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId);
			onclose?.();
		};
		const response = await transport.handleRequest(request, { authInfo, parsedBody });
		// It was no handshake, so it was refused.
		if (transport.sessionId === undefined) await server.close();
		return response;
	}

	async #makeRoom(caller: string): Promise<void> {
		const { sessions, sessionsPerCaller } = this.#options.limits;
		const own = [...this.#sessions.values()].filter((session) => session.caller === caller);
		if (own.length >= sessionsPerCaller) {
			const [oldest] = own.filter(({ exchanges }) => exchanges === 0).sort((a, b) => a.usedAt - b.usedAt);
			if (oldest === undefined) throw noRoom("This token has too many sessions open; close one.");
			await oldest.transport.close();
		}
		if (this.#sessions.size >= sessions) throw noRoom("This server has too many sessions open.");
	}

	#hold(session: Session, ended: Promise<unknown>): void {
		session.exchanges++;
		session.usedAt = this.#options.clock.now();
		void ended.then(() => {
			session.exchanges--;
			session.usedAt = this.#options.clock.now();
		});
	}
}

/** The JSON-RPC code by which MCP servers tell that a session is unknown. */
const NO_SESSION = -32_001;

/** After this time an idle session may have ended, seconds. */
const ROOM_AFTER_SECONDS = 30;

function noRoom(sentence: string): CairnError {
	return new CairnError("unavailable", `${sentence} Try again in ${ROOM_AFTER_SECONDS} seconds.`, {
		retry_after_seconds: ROOM_AFTER_SECONDS,
	});
}

function refuse(status: number, message: string): Response {
	const error = { code: NO_SESSION, message };
	return Response.json({ jsonrpc: "2.0", error, id: null }, { status });
}
