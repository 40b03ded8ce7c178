// better-sqlite3 is the one package with native code. Its binary is downloaded where one is published for the
// platform and compiled elsewhere, which takes minutes: so it is kept outside of the checkout for the next one.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { inCheckout } from "./checkout.mjs";
import { isProgram } from "./is-program.mjs";
import { progress } from "./progress.mjs";
import { npm, tryRun } from "./run.mjs";
import { runPatiently } from "./run-patiently.mjs";
import { exitOnError, SetupError } from "./setup-error.mjs";
import { readStamp, writeStamp } from "./stamp.mjs";

const stampFile = inCheckout("node_modules", ".cairn-sqlite.json");
const binary = inCheckout("node_modules", "better-sqlite3", "build", "Release", "better_sqlite3.node");
const platform = `${process.versions.modules}-${process.platform}-${process.arch}`;

/** What a binary refers to that aborts the process when garbage is collected; see native/object-wrap.h. */
const UNSOUND = "RemoveEnvironmentCleanupHook";

/** Whether the SQLite binary was seen to load on this Node. */
export function sqliteIsReady() {
	return readStamp(stampFile).loadedOn === platform && isSound();
}

/** Makes better-sqlite3 loadable: as it is, from the cache, or by its own install script. */
export async function makeSqliteReady() {
	const ready = (await loads()) || (await restore());
	if (!ready) await build();
	copy(binary, cachedBinary());
	writeStamp(stampFile, { loadedOn: platform });
}

async function loads() {
	return isSound() && (await load()).code === 0;
}

function isSound() {
	return existsSync(binary) && !readFileSync(binary).includes(UNSOUND);
}

// In a process of its own: a binary of another Node can take the process down, and stays loaded until its end.
function load() {
	const program = `new (require("better-sqlite3"))(":memory:").close()`;
	return tryRun(process.execPath, ["--input-type=commonjs", "--eval", program]);
}

async function restore() {
	return copy(cachedBinary(), binary) && (await loads());
}

async function build() {
	await progress("fetching or compiling the SQLite library, seconds to minutes", async () => {
		await rebuild();
		// One that is published may have been compiled with any headers.
		if (!isSound()) await rebuild(["--build-from-source"]);
	});
	const { code, output } = await load();
	if (code === 0 && isSound()) return;
	throw new SetupError(
		code === 0
			? `the SQLite library was built and would abort Node.js ${process.version} at some moment; use Node.js 22.`
			: `the SQLite library was built and does not load in Node.js ${process.version}.`,
		output,
	);
}

async function rebuild(flags = []) {
	const [command, args] = npm([
		...["rebuild", "better-sqlite3", "--ignore-scripts=false"],
		...[...ownHeaders(), ...flags],
	]);
	const failure =
		"the SQLite library could neither be downloaded nor compiled for this machine (output above). " +
		"Compiling it takes python3, make and a C++ compiler (on Debian: apt-get install python3 make g++), and the headers " +
		"of Node.js, which are fetched from the network where this Node.js came without them.";
	await runPatiently(command, args, { failure, env: compilerSettings() });
}

/** Lets compilers read native/object-wrap.h first. The folder is named apart, as flags are split at spaces. */
function compilerSettings() {
	const { CXXFLAGS, CPLUS_INCLUDE_PATH } = process.env;
	return {
		CXXFLAGS: [CXXFLAGS, "-include object-wrap.h"].filter(Boolean).join(" "),
		CPLUS_INCLUDE_PATH: [inCheckout("tools", "native"), CPLUS_INCLUDE_PATH]
			.filter(Boolean)
			.join(path.delimiter),
	};
}

/** The headers that came with this Node.js, so that none need to be fetched. */
function ownHeaders() {
	const prefix = path.dirname(path.dirname(process.execPath));
	return existsSync(path.join(prefix, "include", "node", "node.h")) ? [`--nodedir=${prefix}`] : [];
}

function cachedBinary() {
	const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache");
	const manifest = inCheckout("node_modules", "better-sqlite3", "package.json");
	const { version } = JSON.parse(readFileSync(manifest, "utf8"));
	return path.join(
		cache,
		"cairn",
		`better-sqlite3-${version}-${platform}`,
		"build",
		"Release",
		"better_sqlite3.node",
	);
}

// A cache that can't be read or written costs time, never the set-up.
function copy(from, to) {
	const temporary = `${to}.${process.pid}.tmp`;
	try {
		mkdirSync(path.dirname(to), { recursive: true });
		copyFileSync(from, temporary);
		renameSync(temporary, to);
		return true;
	} catch {
		return false;
	}
}

if (isProgram(import.meta.url)) await exitOnError(makeSqliteReady);
