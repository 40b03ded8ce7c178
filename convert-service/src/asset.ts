import { readFileSync } from "node:fs";

// This module stays right in src/, as the bundle lies one level below the package as well.
const folder = new URL("../assets/", import.meta.url);
const read = new Map<string, string>();

/** A text file of assets/, read once. */
export function asset(name: string): string {
	const known = read.get(name);
	if (known !== undefined) return known;
	const text = readFileSync(new URL(name, folder), "utf8");
	read.set(name, text);
	return text;
}
