import type { BodyRoom, HeldBody } from "@cairn/kernel/body-room";
import { CairnError } from "@cairn/kernel/cairn-error";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";

/** A body that says that it is no longer needs no counting: all connections together can't hold much by them. */
const FREE_BYTES = 32 * 1024;

export interface HoldBodyOptions {
	readonly room: BodyRoom;
	readonly mostBytes: number;
	/** Answers who sent too much, went away, or has to come again. */
	readonly refuse: (context: Context, error: CairnError) => Response | Promise<Response>;
	/** What a body is told that is too long. */
	readonly tooLarge: () => CairnError;
}

/**
 * Reads a request's body, under a limit of its own and within what the bodies of all requests may hold, and keeps it counted
 * until the answer is there. Handlers read it as ever.
 */
export function holdBody(options: HoldBodyOptions): MiddlewareHandler {
	const { room, mostBytes, refuse, tooLarge } = options;
	return async (context, next) => {
		const { raw } = context.req;
		if (raw.method === "GET" || raw.method === "HEAD") return next();
		const length = declaredLength(raw.headers);
		if (length !== undefined && length > mostBytes) return refuse(context, tooLarge());
		if (length !== undefined && length <= FREE_BYTES) return next();
		if (raw.body === null) return next();
		using held = room.enter(addressOf(context));
		try {
			const bytes = await readHeld(raw.body, { held, mostBytes, tooLarge });
			context.req.raw = new Request(raw, { body: bytes });
		} catch (error) {
			if (error instanceof CairnError) return refuse(context, error);
			if (hasLeft(context, error)) return refuse(context, leftEarly());
			throw error;
		}
		return await next();
	};
}

/** Whether reading a body failed because its caller went away: the connection's end is known by either sign first. */
export function hasLeft(context: Context, error: unknown): boolean {
	if (context.req.raw.signal.aborted) return true;
	return error instanceof Error && "code" in error && error.code === "ECONNRESET";
}

export function leftEarly(): CairnError {
	return new CairnError(
		"cancelled",
		"The caller went away before its request had arrived. Nothing was stored.",
	);
}

/** What the headers say; undefined for a body that comes in chunks. */
function declaredLength(headers: Headers): number | undefined {
	const length = headers.get("content-length");
	return length === null || headers.has("transfer-encoding") ? undefined : Number(length);
}

/** Of the machine at the other end of the connection, which is what holds it open; empty where there is none. */
function addressOf({ env }: Context): string {
	const { incoming } = (env ?? {}) as Partial<HttpBindings>;
	return incoming?.socket.remoteAddress ?? "";
}

interface ReadOptions {
	readonly held: HeldBody;
	readonly mostBytes: number;
	readonly tooLarge: () => CairnError;
}

/** The reader is left where it stops: to cancel it would cut the connection, and with it the answer. */
async function readHeld(
	body: ReadableStream<Uint8Array>,
	{ held, mostBytes, tooLarge }: ReadOptions,
): Promise<Uint8Array<ArrayBuffer>> {
	const chunks: Uint8Array[] = [];
	const reader = body.getReader();
	for (;;) {
		const { done, value } = await Promise.race([reader.read(), held.ended]);
		if (done) break;
		held.take(value.byteLength);
		if (held.bytes > mostBytes) throw tooLarge();
		chunks.push(value);
	}
	held.arrived();
	const whole = new Uint8Array(held.bytes);
	let offset = 0;
	for (const chunk of chunks) {
		whole.set(chunk, offset);
		offset += chunk.byteLength;
	}
	return whole;
}
