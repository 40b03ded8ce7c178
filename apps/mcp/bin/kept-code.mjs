// A third of a start is compiling. From version 22.1 on, Node itself keeps what it has compiled for the next start
// (`module.enableCompileCache`); this does it for older ones.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { deserialize, serialize } from "node:v8";
import { Script } from "node:vm";

/**
 * Runs a program made of scripts that lie in one folder and require each other as `./name`. What V8 has compiled of those
 * that a start loads is read from a file, and written there when this process ends, where there was none or it did not fit.
 * @param entry the path of the script to begin with
 * @param file where compiled code is kept; one that is missing, torn or of another program or version is as good as none, and
 * a place that can't be written stays as it is
 */
export function runWithKeptCode(entry, file) {
	const folder = path.dirname(entry);
	const source = readFileSync(entry, "utf8");
	const kept = readKept(file, source);
	const modules = new Map();
	const startScripts = new Map();
	let isStarting = true;
	let isKept = kept.size > 0;
	const nodeRequire = createRequire(entry);
	const require = Object.assign(
		(id) => (id.startsWith("./") ? load(id.slice(2)) : nodeRequire(id)),
		nodeRequire,
	);

	function load(name) {
		const known = modules.get(name);
		if (known !== undefined) return known.exports;
		const module = { exports: {} };
		const filename = path.join(folder, name);
		const text = filename === entry ? source : readScript(filename);
		modules.set(name, module);
		const cachedData = kept.get(name);
		const script = new Script(`(function (exports, require, module, __filename, __dirname) {${text}\n})`, {
			filename,
			cachedData,
		});
		if (isStarting) startScripts.set(name, script);
		if (isStarting && (cachedData === undefined || script.cachedDataRejected)) isKept = false;
		script.runInThisContext()(module.exports, require, module, filename, folder);
		return module.exports;
	}

	function readScript(filename) {
		try {
			return readFileSync(filename, "utf8");
		} catch (error) {
			// Of one that is missing this throws what Node itself says.
			nodeRequire.resolve(filename);
			throw error;
		}
	}

	load(path.basename(entry));
	// What is loaded in the same turn is part of every start; what comes later, of some calls only.
	setImmediate(() => {
		isStarting = false;
	});
	process.once("exit", () => {
		if (!isKept) keep(file, source, startScripts);
	});
}

/** The compiled code of each script by its name. It is good only with the very entry that it was kept with. */
function readKept(file, source) {
	try {
		const { entry, code } = deserialize(readFileSync(file));
		return entry === source && code instanceof Map ? code : new Map();
	} catch {
		return new Map();
	}
}

function keep(file, entry, scripts) {
	const temporary = `${file}.${process.pid}.tmp`;
	try {
		const fd = openSync(temporary, "wx", 0o600);
		try {
			const code = new Map([...scripts].map(([name, script]) => [name, script.createCachedData()]));
			writeFileSync(fd, serialize({ entry, code }));
			// V8 believes what it reads, so it must be whole before it has its name.
			fsyncSync(fd);
		} finally {
			closeSync(fd);
		}
		renameSync(temporary, file);
	} catch {
		rmSync(temporary, { force: true });
	}
}
