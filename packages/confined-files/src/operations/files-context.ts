import type { ConfinedRoot } from "../confined-root.ts";

/** What the file tools need beside the call itself. */
export interface FilesContext {
	readonly root: ConfinedRoot;
}
