import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COMMON, plantTree, plantWide, RARE } from "./file-tree.ts";
import { CAIRN, EMPTY_SERVER } from "./programs.ts";
import { ms, printTable, type Row, times } from "./report.ts";
import { median } from "./statistics.ts";
import { type StdioServer, startStdioServer } from "./stdio-server.ts";

const ROUNDS = 11;
const STARTS = 7;
const NAME_SEARCH_MS = 100;
const TEXT_SEARCH_TIMES = 3;
const READ_TIMES = 1.5;
const MEGABYTE = 1_048_576;
/** The reference server's own program, started as its package says. */
const REFERENCE = createRequire(import.meta.url).resolve(
	"@modelcontextprotocol/server-filesystem/dist/index.js",
);

interface Servers {
	readonly cairn: StdioServer;
	readonly reference: StdioServer;
	readonly empty: StdioServer;
}

/** The file tools beside the reference file server, an empty server and ripgrep, over the same trees in one run. */
export async function benchConfinedFiles(): Promise<boolean> {
	const folder = mkdtempSync(join(tmpdir(), "cairn-bench-files-"));
	try {
		const [root, wideRoot] = [join(folder, "root"), join(folder, "wide")];
		mkdirSync(root);
		plantTree(root);
		plantWide(wideRoot);
		const limits = ["--max-files", "200000", "--max-entries", "200000"];
		const cairn = (of: string) => [CAIRN, "files", "--legacy", "--root", of, "--include", "**", ...limits];
		const commands = { cairn: cairn(root), reference: [REFERENCE, root, wideRoot], empty: [EMPTY_SERVER] };
		await using servers = await startAll(commands);
		await using wide = await startStdioServer(cairn(wideRoot));
		const rows = [
			...(await besideReference({ servers, wide, root, wideRoot })),
			await besideEmpty(servers),
			...(await besideRipgrep(servers, root)),
			await startUp(commands),
		];
		printTable(
			`Files over stdio, median of ${ROUNDS}: a tree of 10,000 files, a directory of 100,000`,
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
	const all = [cairn, reference, empty];
	return {
		cairn,
		reference,
		empty,
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
		mostMs?: number,
	) => {
		const [ourMs, theirMs] = await alternate(ours, theirs);
		const missed = ourMs > theirMs || (mostMs !== undefined && ourMs > mostMs);
		const target = mostMs === undefined ? "< 1" : `< 1, ≤ ${mostMs} ms`;
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
			NAME_SEARCH_MS,
		),
		await pair(
			"read 10 KB",
			() => readAll(cairn, "sized/10k.txt"),
			() => reference.call("read_text_file", { path: file("10k.txt") }),
		),
		await pair(
			"read 1 MB (all pages)",
			() => readAll(cairn, "sized/1m.txt"),
			() => reference.call("read_text_file", { path: file("1m.txt") }),
		),
		await pair(
			"write 10 KB (ours made last by fsync)",
			() => cairn.call("write_text_file", { path: "written.txt", content: content() }),
			() => reference.call("write_file", { path: join(root, "written-too.txt"), content: content() }),
		),
	];
}

/** A megabyte through all pages beside one answer of a megabyte that takes no work at all. */
async function besideEmpty({ cairn, empty }: Servers): Promise<Row> {
	const [ourMs, emptyMs] = await alternate(
		() => readAll(cairn, "sized/1m.txt"),
		() => empty.call("large", { bytes: MEGABYTE }),
	);
	const missed = ourMs > READ_TIMES * emptyMs;
	return row(["read 1 MB (all pages)", ourMs, "one empty answer of 1 MB", emptyMs], {
		target: `≤ ${READ_TIMES}`,
		missed,
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

/** The medians of two kinds of work, done in turn so that a noisy moment meets both. */
async function alternate(
	ours: () => Promise<unknown>,
	theirs: () => Promise<unknown>,
): Promise<readonly [ourMs: number, theirMs: number]> {
	const taken: [number[], number[]] = [[], []];
	for (let round = -2; round < ROUNDS; round++) {
		for (const [index, work] of [ours, theirs].entries()) {
			const before = performance.now();
			await work();
			if (round >= 0) taken[index]?.push(performance.now() - before);
		}
	}
	return [median(taken[0]), median(taken[1])];
}

async function readAll(server: StdioServer, path: string): Promise<string> {
	return (await follow(server, "read_text_file", { path })).map(({ text = "" }) => text).join("");
}

/** The items of all pages. */
async function follow(server: StdioServer, tool: string, input: Record<string, unknown>) {
	const items: Array<{ readonly text?: string }> = [];
	for (let cursor: string | null | undefined; cursor !== null; ) {
		const { text: answer } = await server.call(tool, { ...input, ...(cursor !== undefined && { cursor }) });
		const page: { items: typeof items; next_cursor: string | null } = JSON.parse(answer);
		items.push(...page.items);
		cursor = page.next_cursor;
	}
	return items;
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
