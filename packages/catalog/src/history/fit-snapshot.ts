import type { Fault, ScriptState } from "../assemble-catalog.ts";
import type { InstalledScript } from "../catalog.ts";
import { LIMITS } from "../limits.ts";
import { MANIFEST_FILE } from "../manifest/manifest.ts";

/** Leaves out what no snapshot has room for: one script with far too many files must not cost laptops all others. */
export function fitSnapshot(states: ReadonlyMap<string, ScriptState>): ReadonlyMap<string, ScriptState> {
	let room = LIMITS.snapshotBytes * SCRIPTS_SHARE;
	return new Map(
		[...states].map(([dir, state]) => {
			const bytes = state.good === undefined ? 0 : wireBytes(state.good);
			if (bytes > room) return [dir, { ...state, good: undefined, fault: noRoom(bytes) }];
			room -= bytes;
			return [dir, state];
		}),
	);
}

/** What of a snapshot's size is for scripts; the rest is for what is broken. */
const SCRIPTS_SHARE = 0.75;
const wireSizes = new WeakMap<InstalledScript["digests"], number>();

function wireBytes({ name, manifest, files, digests }: InstalledScript): number {
	let bytes = wireSizes.get(digests);
	if (bytes === undefined) {
		bytes = Buffer.byteLength(JSON.stringify({ name, manifest, files, digests }));
		wireSizes.set(digests, bytes);
	}
	return bytes;
}

function noRoom(bytes: number): Fault {
	return {
		file: MANIFEST_FILE,
		reason: `The catalog has no room for this script, whose list of files takes ${Math.ceil(bytes / 1024)} KiB. Move what isn't needed, such as node_modules, out of its folder.`,
	};
}
