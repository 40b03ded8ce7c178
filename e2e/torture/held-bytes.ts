import { readFileSync } from "node:fs";

/** The code of a program is compiled and optimized bit by bit, for hours: it isn't held by what was asked. */
const NOT_DATA = ["hidden", "synthetic", "code", "object shape"];

interface Snapshot {
	readonly snapshot: { readonly meta: { readonly node_fields: string[]; readonly node_types: [string[]] } };
	/** One field after the other, of one node after the other. */
	readonly nodes: readonly number[];
}

/** The bytes of all data that a heap holds, by its snapshot: what programs keep, and to some bytes the same each time. */
export function heldBytes(snapshotFile: string): number {
	const { snapshot, nodes }: Snapshot = JSON.parse(readFileSync(snapshotFile, "utf8"));
	const { node_fields: fields, node_types } = snapshot.meta;
	const [type, size] = [fields.indexOf("type"), fields.indexOf("self_size")];
	const isData = node_types[0].map((name) => !NOT_DATA.includes(name));
	let bytes = 0;
	for (let at = 0; at < nodes.length; at += fields.length)
		if (isData[nodes[at + type] ?? 0]) bytes += nodes[at + size] ?? 0;
	return bytes;
}
