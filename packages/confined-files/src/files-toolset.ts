import { type AnyOperation, createToolset, type Toolset } from "@cairn/operations";
import type { ConfinedRoot } from "./confined-root.ts";
import { tellFilesystemError } from "./filesystem-error.ts";
import type { FilesContext } from "./operations/files-context.ts";
import { listDirectory } from "./operations/list-directory.ts";
import { readTextFile } from "./operations/read-text-file.ts";
import { searchFiles } from "./operations/search-files.ts";
import { searchText } from "./operations/search-text.ts";
import { writeTextFile } from "./operations/write-text-file.ts";

const OPERATIONS: ReadonlyArray<AnyOperation<FilesContext>> = [
	listDirectory,
	searchFiles,
	searchText,
	readTextFile,
	writeTextFile,
];

/** The five file tools over one root. */
export function createFilesToolset(root: ConfinedRoot): Toolset {
	const toolset = createToolset<FilesContext>({
		name: "files",
		operations: OPERATIONS,
		provide: async () => ({ root }),
	});
	return {
		...toolset,
		async call(operation, input, options) {
			try {
				return await root.use(() => toolset.call(operation, input, options));
			} catch (error) {
				throw tellFilesystemError(error);
			}
		},
	};
}
