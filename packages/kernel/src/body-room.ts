import { CairnError } from "./cairn-error.ts";

/** What all bodies under way may hold, bytes: eight of the longest. */
const ROOM_BYTES = 64 * 1024 * 1024;

/** When a body that had to go may come again, seconds. */
const RETRY_AFTER_SECONDS = 2;

/**
 * The memory that the bodies of requests under way share. When it is full, room is made for those that come by the oldest
 * body that is still arriving, of the address that holds most: so whoever sends many slowly loses his own, and others get
 * through.
 */
export class BodyRoom {
	readonly #most: number;
	readonly #bodies = new Set<HeldBody>();
	#bytes = 0;

	constructor(mostBytes = ROOM_BYTES) {
		this.#most = mostBytes;
	}

	/** What is held, bytes. */
	get bytes(): number {
		return this.#bytes;
	}

	/** Begins to count a body, until it is disposed of. */
	enter(from: string): HeldBody {
		const body = new HeldBody({
			from,
			take: (bytes) => this.#take(body, bytes),
			leave: () => this.#leave(body),
		});
		this.#bodies.add(body);
		return body;
	}

	#take(body: HeldBody, bytes: number): void {
		// The bytes may have come before its sender learned that it had to go.
		if (!this.#bodies.has(body)) throw noRoom();
		this.#bytes += bytes;
		while (this.#bytes > this.#most) {
			const victim = this.#oldestOf(this.#heaviest()) ?? body;
			victim.end(noRoom());
			if (victim === body) throw noRoom();
		}
	}

	#leave(body: HeldBody): void {
		if (this.#bodies.delete(body)) this.#bytes -= body.bytes;
	}

	/** The address that holds most in bodies that are still arriving. */
	#heaviest(): string | undefined {
		const sums = new Map<string, number>();
		for (const { from, bytes, isArriving } of this.#bodies)
			if (isArriving) sums.set(from, (sums.get(from) ?? 0) + bytes);
		const [heaviest] = [...sums].sort(([, a], [, b]) => b - a);
		return heaviest?.[0];
	}

	#oldestOf(from: string | undefined): HeldBody | undefined {
		for (const body of this.#bodies) if (body.isArriving && body.from === from) return body;
		return undefined;
	}
}

interface HeldBodyOptions {
	readonly from: string;
	readonly take: (bytes: number) => void;
	readonly leave: () => void;
}

/** A body that is counted. */
export class HeldBody implements Disposable {
	readonly from: string;
	/** Rejects when the body has to go, for others to come. */
	readonly ended: Promise<never>;
	readonly #options: HeldBodyOptions;
	#end: (error: CairnError) => void = () => {};
	#bytes = 0;
	#isArriving = true;
	/** With what it was sent away, if it was. */
	#sentAway: CairnError | undefined;

	constructor(options: HeldBodyOptions) {
		this.#options = options;
		this.from = options.from;
		this.ended = new Promise((_, reject) => {
			this.#end = reject;
		});
		this.ended.catch(() => {});
	}

	get bytes(): number {
		return this.#bytes;
	}

	/** Whether more of it is to come; a whole one is not sent away any more. */
	get isArriving(): boolean {
		return this.#isArriving;
	}

	/**
	 * Counts what came. What had come already when the body was sent away must not be counted: nobody would take it off.
	 * @throws CairnError `unavailable` when there is no room for it.
	 */
	take(bytes: number): void {
		this.#assertHeld();
		this.#bytes += bytes;
		this.#options.take(bytes);
	}

	/**
	 * Notes that it is whole.
	 * @throws CairnError `unavailable` when it was sent away.
	 */
	arrived(): void {
		this.#assertHeld();
		this.#isArriving = false;
	}

	/** Sends it away. */
	end(error: CairnError): void {
		this.#sentAway = error;
		this[Symbol.dispose]();
		this.#end(error);
	}

	[Symbol.dispose](): void {
		this.#isArriving = false;
		this.#options.leave();
	}

	#assertHeld(): void {
		if (this.#sentAway !== undefined) throw this.#sentAway;
	}
}

function noRoom(): CairnError {
	return new CairnError(
		"unavailable",
		`Too much is being sent to this server at once. Nothing was stored. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
		{ retry_after_seconds: RETRY_AFTER_SECONDS },
	);
}
