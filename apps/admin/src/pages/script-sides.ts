import type { ScriptView } from "@cairn/catalog/server";
import { scriptVersions } from "@cairn/store";
import type { Services } from "../services.ts";
import { NOTHING } from "../urls.ts";
import type { AdminContext } from "../view/admin-env.ts";
import { knownScript } from "./known-script.ts";

/** Two versions of a script that are compared. */
export interface ScriptSides {
	/** The newer side, which says too what the script is now. */
	to: ScriptView;
	/** Undefined where everything counts as added. */
	from: ScriptView | undefined;
}

/**
 * The versions that an address compares: `to` is the newest unless told, `from` the one that was seen before it.
 * @throws CairnError `not_found` when the server doesn't keep one of them.
 */
export async function scriptSides(c: AdminContext, services: Services): Promise<ScriptSides> {
	const to = await knownScript(c, services, c.req.query("to") || undefined);
	const from = c.req.query("from") || digestBefore(to);
	return { to, from: from === NOTHING ? undefined : await knownScript(c, services, from) };
}

/** The version that was seen before the one shown. */
function digestBefore({ version, versions }: ScriptView): string {
	const index = versions.findIndex(({ digest }) => digest === version.digest);
	return (index === -1 ? undefined : versions[index + 1])?.digest ?? NOTHING;
}

/** The bytes of a file of a kept version, by their digest. */
export function contentReader(services: Services): (sha256: string) => Promise<Uint8Array | undefined> {
	return (sha256) => scriptVersions.findScriptContent(services.store().read, sha256);
}
