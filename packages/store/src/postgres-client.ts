import pg from "pg";

/** How long a server may take to let go of a connection, milliseconds; it does so at once unless it, or the network, is gone. */
const END_MS = 2_000;

/** With what the driver's types don't tell of. */
interface WithStream {
	readonly connection: { readonly stream: { destroy(): void } };
}

/**
 * A connection of an open store, which ends also when the other side says nothing any more: the driver would wait for it for as
 * long as the system does, which is a quarter of an hour, and the program with it that was asked to stop.
 */
export class PostgresClient extends pg.Client {
	override end(): Promise<void>;
	override end(callback: (error: Error) => void): void;
	override end(callback?: (error: Error) => void): Promise<void> | undefined {
		const { stream } = (this as unknown as WithStream).connection;
		// It also keeps the process until then, which could else end before whoever closed the store goes on.
		const cut = setTimeout(() => stream.destroy(), END_MS);
		const ended = super.end().finally(() => clearTimeout(cut));
		if (callback === undefined) return ended;
		// The driver gives no error to it, whatever its type says.
		void ended.then(callback as () => void);
		return undefined;
	}
}
