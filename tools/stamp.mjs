import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { checkout } from "./checkout.mjs";

/** A SHA-256 over the names and bytes of files, given relative to the checkout. */
export function digestOf(files) {
	const hash = createHash("sha256");
	for (const file of [...files].sort()) {
		const bytes = readFileSync(path.join(checkout, file));
		hash.update(`${file}\0${bytes.length}\0`).update(bytes);
	}
	return hash.digest("hex");
}

/** All files below a folder of the checkout, relative to it; none when the folder is missing. */
export function filesBelow(folder) {
	return entriesOf(folder).flatMap((entry) => {
		const name = path.join(folder, entry.name);
		return entry.isDirectory() ? filesBelow(name) : [name];
	});
}

/** The names of the folders right below a folder of the checkout, relative to the checkout. */
export function foldersIn(folder) {
	return entriesOf(folder)
		.filter((entry) => entry.isDirectory())
		.map((entry) => path.join(folder, entry.name));
}

/** The JSON in a stamp file; an empty object when it is missing or torn. */
export function readStamp(file) {
	try {
		return JSON.parse(readFileSync(file, "utf8"));
	} catch {
		return {};
	}
}

/** Replaces a stamp file in one step, so that nobody reads half of one. */
export function writeStamp(file, stamp) {
	writeFileAtomically(file, `${JSON.stringify(stamp, null, "\t")}\n`);
}

/** Replaces a file in one step. */
export function writeFileAtomically(file, contents) {
	mkdirSync(path.dirname(file), { recursive: true });
	const temporary = `${file}.${process.pid}.tmp`;
	writeFileSync(temporary, contents);
	renameSync(temporary, file);
}

function entriesOf(folder) {
	try {
		return readdirSync(path.join(checkout, folder), { withFileTypes: true });
	} catch (error) {
		if (error.code === "ENOENT") return [];
		throw error;
	}
}
