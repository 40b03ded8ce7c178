import { openRoot, type RootOptions } from "@cairn/confined-files";
import { createFilesToolset } from "@cairn/confined-files/toolset";
import type { Toolset } from "@cairn/operations";
import { requireRoot } from "./require-root.ts";

export interface OpenFiles extends Disposable {
	readonly toolset: Toolset;
	/** What the operator should know. */
	readonly warning: string | undefined;
}

/**
 * Opens a root of files to be served beside the other tools. Loaded only where one is named.
 * @throws CairnError `invalid_input` for a root that can't be served.
 */
export function openFiles(options: RootOptions): OpenFiles {
	requireRoot(options.root);
	const root = openRoot(options);
	return {
		toolset: createFilesToolset(root),
		warning: root.warning,
		[Symbol.dispose]: () => root.close(),
	};
}
