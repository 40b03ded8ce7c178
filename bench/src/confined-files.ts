import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alternate } from "./alternate.ts";
import { lookAtEachFile, replaceDurably } from "./file-floors.ts";
import { COMMON, plantTree, plantWide, RARE } from "./file-tree.ts";
import { pagesOf } from "./pages.ts";
import { BARE_SERVER, CAIRN, EMPTY_SERVER } from "./programs.ts";
import { ms, printTable, type Row, times } from "./report.ts";
import { median } from "./statistics.ts";
import { type StdioServer, startStdioServer } from "./stdio-server.ts";

const ROUNDS = 11;
/** Of calls of less than a millisecond: so many that the compiler has come to know them, ours and theirs. */
const SHORT_ROUNDS = 101;
const STARTS = 7;
const NAME_SEARCH_MS = 100;
const TEXT_SEARCH_TIMES = 3;
/** Over as many answers of the same size that take no work; a page is 16 KiB, so a megabyte is 64 of them. */
const READ_TIMES = 2;
/** Over the same system calls alone. */
const WRITE_TIMES = 2;
/** Over one look at each file for each page, which is what makes sure that pages don't tear. */
const PAGES_TIMES = 3;
/** Over one empty answer of a megabyte. */
const WHOLE_TIMES = 1.5;
const WHOLE = "one empty answer of 1 MB";
const MEGABYTE = 1_048_576;
/** The reference server's own program, started as its package says. */
const REFERENCE = createRequire(import.meta.url).resolve(
	"@modelcontextprotocol/server-filesystem/dist/index.js",
);

interface Servers {
	readonly cairn: StdioServer;
	readonly reference: StdioServer;
	readonly empty: StdioServer;
	readonly bare: StdioServer;
}

/** The file tools beside the reference file server, an empty server and ripgrep, over the same trees in one run. */
export async function benchConfinedFiles(): Promise<boolean> {
	const folder = mkdtempSync(join(tmpdir(), "cairn-bench-files-"));
	try {
		const [root, wideRoot] = [join(folder, "root"), join(folder, "wide")];
		mkdirSync(root);
		plantTree(root);
		plantWide(wideRoot);
		// The disk would else be busy with what was planted during the first rows.
		spawnSync("sync");
		const limits = ["--max-files", "200000", "--max-entries", "200000"];
		const cairn = (of: string) => [CAIRN, "files", "--legacy", "--root", of, "--include", "**", ...limits];
		const reference = [REFERENCE, root, wideRoot];
		const commands = { cairn: cairn(root), reference, empty: [EMPTY_SERVER], bare: [BARE_SERVER] };
		await using servers = await startAll(commands);
		await using wide = await startStdioServer(cairn(wideRoot));
		const rows = [
			...(await besideReference({ servers, wide, root, wideRoot })),
			...(await besideEmpty(servers)),
			await besideDurableWrite(servers, root),
			...(await besideRipgrep(servers, root)),
			await besideLooking(servers, root),
			await startUp(commands),
		];
		printTable(
			`Files over stdio, median of ${ROUNDS} (short calls ${SHORT_ROUNDS}): a tree of 10,000 files, a directory of 100,000`,
			["work", "cairn files", "beside", "", "ratio"],
			rows,
		);
		return rows.every(({ missed }) => !missed);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

async function startAll(commands: Record<keyof Servers, string[]>): Promise<Servers & AsyncDisposable> {
	const cairn = await startStdioServer(commands.cairn);
	const reference = await startStdioServer(commands.reference);
	const empty = await startStdioServer(commands.empty);
	const bare = await startStdioServer(commands.bare);
	const all = [cairn, reference, empty, bare];
	return {
		cairn,
		reference,
		empty,
		bare,
		async [Symbol.asyncDispose]() {
			for (const server of all) await server[Symbol.asyncDispose]();
		},
	};
}

interface Stage {
	readonly servers: Servers;
	/** Serves the directory of 100,000 entries. */
	readonly wide: StdioServer;
	readonly root: string;
	readonly wideRoot: string;
}

async function besideReference({ servers, wide, root, wideRoot }: Stage): Promise<Row[]> {
	const { cairn, reference } = servers;
	const pair = async (
		name: string,
		ours: () => Promise<unknown>,
		theirs: () => Promise<unknown>,
		{ mostMs = Number.POSITIVE_INFINITY, isFree = false, rounds = ROUNDS } = {},
	) => {
		const [ourMs, theirMs] = await alternate(ours, theirs, rounds);
		const missed = !isFree && (ourMs > theirMs || ourMs > mostMs);
		const target = isFree ? "" : Number.isFinite(mostMs) ? `< 1, ≤ ${mostMs} ms` : "< 1";
		return row([name, ourMs, "reference server", theirMs], { target, missed });
	};
	const file = (name: string) => join(root, "sized", name);
	let round = 0;
	const content = () => `${round++}`.padEnd(10_000, "x");
	return [
		await pair(
			"list a directory",
			() => cairn.call("list_directory", { path: "d1/s1" }),
			() => reference.call("list_directory", { path: join(root, "d1/s1") }),
			{ rounds: SHORT_ROUNDS },
		),
		await pair(
			"list 100,000 entries (our first page)",
			() => wide.call("list_directory", {}),
			() => reference.call("list_directory", { path: wideRoot }),
		),
		await pair(
			"find by name in 10,000 files",
			() => cairn.call("search_files", { query: "d77/s3/file-1" }),
			() => reference.call("search_files", { path: root, pattern: "**/d77/s3/file-1*" }),
			{ mostMs: NAME_SEARCH_MS },
		),
		await pair(
			"read 10 KB",
			() => readAll(cairn, "sized/10k.txt"),
			() => reference.call("read_text_file", { path: file("10k.txt") }),
			{ rounds: SHORT_ROUNDS },
		),
		await pair(
			"read 1 MB (all pages)",
			() => readAll(cairn, "sized/1m.txt"),
			() => reference.call("read_text_file", { path: file("1m.txt") }),
			{ isFree: true },
		),
		await pair(
			"write 10 KB (ours made last by fsync)",
			() => cairn.call("write_text_file", { path: "written.txt", content: content() }),
			() => reference.call("write_file", { path: join(root, "written-too.txt"), content: content() }),
			{ isFree: true, rounds: SHORT_ROUNDS },
		),
	];
}

/**
 * A megabyte through all pages beside answers that take no work at all: one of a megabyte, as many as there are pages, and
 * as many from a server that does nothing else. The last row is what the size of a page costs whatever is done.
 */
async function besideEmpty({ cairn, empty, bare }: Servers): Promise<Row[]> {
	const pages = await pagesOf(cairn, "read_text_file", { path: "sized/1m.txt" });
	// An answer holds its page twice: as structured content, and as text.
	const bytes = 2 * Buffer.byteLength(pages[0]?.json ?? "");
	const read = () => readAll(cairn, "sized/1m.txt");
	const whole = () => empty.call("large", { bytes: MEGABYTE });
	const asManyPages = (server: StdioServer) => async () => {
		for (const _ of pages) await server.call("large", { bytes });
	};
	const [oneMs, wholeMs] = await alternate(read, whole, ROUNDS);
	const [ourMs, emptyMs] = await alternate(read, asManyPages(empty), ROUNDS);
	const [bareMs, wholeAgainMs] = await alternate(asManyPages(bare), whole, ROUNDS);
	const name = "read 1 MB (all pages)";
	const roundTrips = `${pages.length} bare round trips of a page`;
	const isMet = oneMs <= WHOLE_TIMES * wholeMs;
	return [
		row([name, oneMs, WHOLE, wholeMs], { target: `≤ ${WHOLE_TIMES}`, missed: !isMet }),
		row([name, ourMs, `${pages.length} empty answers of a page`, emptyMs], {
			target: `≤ ${READ_TIMES}`,
			missed: ourMs > READ_TIMES * emptyMs,
		}),
		row([roundTrips, bareMs, WHOLE, wholeAgainMs], { target: "", missed: false }),
	];
}

async function besideDurableWrite({ cairn }: Servers, root: string): Promise<Row> {
	let round = 0;
	const content = () => `${round++}`.padEnd(10_000, "x");
	const [ourMs, floorMs] = await alternate(
		() => cairn.call("write_text_file", { path: "written.txt", content: content() }),
		() => replaceDurably(root, content()),
		SHORT_ROUNDS,
	);
	return row(["write 10 KB", ourMs, "fsync, rename, fsync alone", floorMs], {
		target: `≤ ${WRITE_TIMES}`,
		missed: ourMs > WRITE_TIMES * floorMs,
	});
}

async function besideLooking({ cairn }: Servers, root: string): Promise<Row> {
	const input = { query: COMMON.word };
	const pages = await pagesOf(cairn, "search_text", input);
	const [ourMs, floorMs] = await alternate(
		() => pagesOf(cairn, "search_text", input),
		async () => {
			for (const _ of pages) lookAtEachFile(root);
		},
		ROUNDS,
	);
	return row([`search_text: ${COMMON.lines} lines`, ourMs, `${pages.length} looks at each file`, floorMs], {
		target: `≤ ${PAGES_TIMES}`,
		missed: ourMs > PAGES_TIMES * floorMs,
	});
}

async function besideRipgrep({ cairn }: Servers, root: string): Promise<Row[]> {
	const ripgrep = (word: string) => {
		const args = ["--fixed-strings", "--line-number", "--no-ignore", "--hidden", word, root];
		return spawnSync("rg", args, { encoding: "utf8", maxBuffer: 1e9 });
	};
	if (ripgrep(RARE.word).error !== undefined) {
		return [
			{
				cells: ["search_text", "–", "ripgrep (missing: install the package ripgrep)", "–", "–"],
				missed: true,
			},
		];
	}
	const compare = async ({ word, lines }: typeof RARE, target?: number) => {
		const found = (await follow(cairn, "search_text", { query: word })).length;
		if (found !== lines) throw new Error(`search_text found ${found} lines of ${lines}`);
		const [ourMs, floorMs] = await alternate(
			() => follow(cairn, "search_text", { query: word }),
			async () => ripgrep(word),
			ROUNDS,
		);
		const missed = target !== undefined && ourMs > target * floorMs;
		const name = `search_text: ${lines} lines in 10,000 files`;
		return row([name, ourMs, "ripgrep", floorMs], {
			target: target === undefined ? "" : `≤ ${target}`,
			missed,
		});
	};
	return [await compare(RARE, TEXT_SEARCH_TIMES), await compare(COMMON)];
}

async function startUp(commands: Record<"cairn" | "reference", string[]>): Promise<Row> {
	const start = async (args: string[]) => {
		await using server = await startStdioServer(args);
		return server.startMs;
	};
	const figures: Record<"cairn" | "reference", number[]> = { cairn: [], reference: [] };
	for (let round = 0; round < STARTS; round++) {
		for (const name of ["cairn", "reference"] as const) figures[name].push(await start(commands[name]));
	}
	const [ourMs, theirMs] = [median(figures.cairn), median(figures.reference)];
	return row(["start to the first tools/list", ourMs, "reference server", theirMs], {
		target: "< 1",
		missed: ourMs > theirMs,
	});
}

async function readAll(server: StdioServer, path: string): Promise<string> {
	return (await follow(server, "read_text_file", { path })).map(({ text = "" }) => text).join("");
}

/** The items of all pages. */
async function follow(server: StdioServer, tool: string, input: Record<string, unknown>) {
	return (await pagesOf(server, tool, input)).flatMap(({ items }) => items);
}

function row(
	[work, ourMs, other, otherMs]: readonly [string, number, string, number],
	{ target, missed }: { readonly target: string; readonly missed: boolean },
): Row {
	return {
		cells: [work, ms(ourMs), other, ms(otherMs), `${times(ourMs / otherMs)} ${target}`.trimEnd()],
		missed,
	};
}
