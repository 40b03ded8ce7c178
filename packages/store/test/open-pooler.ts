import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import pg from "pg";

export interface Pooler extends AsyncDisposable {
	/** The database's address, by way of the pooler. */
	readonly url: string;
}

/** Of a connection that a pooler made up, not the server. */
const MADE_UP = 77;
const READY = message("Z", Buffer.from("I"));

/**
 * A pooler in front of a database, which takes plain statements. It gives all of its connections one session of the server,
 * as one does that gives it for a transaction, or each connection a session of its own.
 */
export async function openPooler(databaseUrl: string, share: "transaction" | "session"): Promise<Pooler> {
	const sessions: pg.Client[] = [];
	const open = async () => {
		const session = new pg.Client({ connectionString: databaseUrl, types: { getTypeParser: () => String } });
		sessions.push(session);
		await session.connect();
		return session;
	};
	const shared = share === "transaction" ? await open() : undefined;
	const sockets = new Set<Socket>();
	const server = createServer(async (socket) => {
		sockets.add(socket.on("error", () => {}));
		const session = shared ?? (await open());
		await serve(socket, session).catch(() => {});
		socket.destroy();
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	const { port } = server.address() as AddressInfo;
	return {
		url: Object.assign(new URL(databaseUrl), { hostname: "127.0.0.1", port: String(port) }).href,
		async [Symbol.asyncDispose]() {
			for (const socket of sockets) socket.destroy();
			server.close();
			await Promise.all(sessions.map((session) => session.end()));
		},
	};
}

async function serve(socket: Socket, session: pg.Client): Promise<void> {
	let isGreeted = false;
	for await (const chunk of socket as AsyncIterable<Buffer>) {
		if (!isGreeted) {
			isGreeted = true;
			socket.write(Buffer.concat([message("R", int32(0)), message("K", int32(MADE_UP), int32(1)), READY]));
		} else if (chunk.toString("latin1", 0, 1) === "Q") {
			const text = chunk.toString("utf8", 5, chunk.length - 1);
			socket.write(Buffer.concat([answer(await session.query({ text, rowMode: "array" })), READY]));
		}
	}
}

function answer({ fields, rows, command }: pg.QueryArrayResult<string[]>): Buffer {
	const described = fields.map(({ name, dataTypeID }) =>
		Buffer.concat([
			Buffer.from(`${name}\0`),
			int32(0),
			int16(0),
			int32(dataTypeID),
			int16(-1),
			int32(-1),
			int16(0),
		]),
	);
	const told = rows.map((row) => {
		const values = row.map((value) => Buffer.concat([int32(Buffer.byteLength(value)), Buffer.from(value)]));
		return message("D", int16(row.length), ...values);
	});
	return Buffer.concat([
		message("T", int16(fields.length), ...described),
		...told,
		message("C", Buffer.from(`${command}\0`)),
	]);
}

function message(kind: string, ...parts: Buffer[]): Buffer {
	const body = Buffer.concat(parts);
	return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeInt32BE(value);
	return bytes;
}

function int16(value: number): Buffer {
	const bytes = Buffer.alloc(2);
	bytes.writeInt16BE(value);
	return bytes;
}
