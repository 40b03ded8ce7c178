import { buffer } from "node:stream/consumers";
import yauzl from "yauzl";

export interface ZipEntry {
	readonly name: string;
	/** What it says that it unpacks to, bytes; more is never read. */
	readonly unpackedBytes: number;
	readonly encrypted: boolean;
}

const ENCRYPTED_FLAG = 1;

/** An archive on disk. Reading an entry checks that it holds as much as it declares. */
export class ZipArchive implements Disposable {
	readonly #file: yauzl.ZipFile;
	readonly #entries: ReadonlyMap<string, yauzl.Entry>;

	private constructor(file: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>) {
		this.#file = file;
		this.#entries = entries;
	}

	/**
	 * Opens an archive and reads its directory.
	 * @throws an Error when it is none, or damaged, or names an entry that leads out of it.
	 */
	static async open(path: string): Promise<ZipArchive> {
		const file = await new Promise<yauzl.ZipFile>((resolve, reject) => {
			yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, zip) =>
				error === null ? resolve(zip) : reject(error),
			);
		});
		try {
			return new ZipArchive(file, await readDirectory(file));
		} catch (error) {
			file.close();
			throw error;
		}
	}

	entries(): ZipEntry[] {
		return [...this.#entries.values()].map((entry) => ({
			name: entry.fileName,
			unpackedBytes: entry.uncompressedSize,
			encrypted: (entry.generalPurposeBitFlag & ENCRYPTED_FLAG) !== 0,
		}));
	}

	/** An entry's bytes; undefined when there is none of that name. */
	async read(name: string): Promise<Buffer | undefined> {
		const entry = this.#entries.get(name);
		return entry === undefined ? undefined : buffer(await this.#open(entry));
	}

	/** Unpacks every entry, keeping nothing, and throws when one holds other than it declares. */
	async check(): Promise<void> {
		for (const entry of this.#entries.values()) {
			const stream = await this.#open(entry);
			stream.resume();
			await new Promise((resolve, reject) => {
				stream.once("end", resolve);
				stream.once("error", reject);
			});
		}
	}

	#open(entry: yauzl.Entry): Promise<NodeJS.ReadableStream & { resume(): void }> {
		return new Promise((resolve, reject) => {
			this.#file.openReadStream(entry, (error, stream) => (error === null ? resolve(stream) : reject(error)));
		});
	}

	[Symbol.dispose](): void {
		this.#file.close();
	}
}

/** Programs differ in which of two entries of one name they take: such an archive is refused. */
function readDirectory(file: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
	const entries = new Map<string, yauzl.Entry>();
	return new Promise((resolve, reject) => {
		file.on("entry", (entry: yauzl.Entry) => {
			if (entries.has(entry.fileName)) return reject(new Error("two entries have one name"));
			entries.set(entry.fileName, entry);
			file.readEntry();
		});
		file.once("end", () => resolve(entries));
		file.once("error", reject);
		file.readEntry();
	});
}
