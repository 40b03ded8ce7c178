import type { ScriptView } from "@cairn/catalog/server";
import { PageError } from "../door/page-error.ts";
import type { Services } from "../services.ts";
import type { AdminContext } from "../view/admin-env.ts";

/**
 * The script that an address names, in the version with the digest, or in the newest.
 * @throws CairnError `not_found` when there is no such script, or the server keeps no such version of it.
 */
export async function knownScript(
	c: AdminContext,
	services: Services,
	digest?: string | undefined,
): Promise<ScriptView> {
	const { t, urls } = c.var.view;
	const dir = c.req.param("dir") ?? "";
	const script = await services.catalog().getScript(dir, { digest });
	if (script !== undefined) return script;
	if (digest === undefined) {
		const see = { href: urls.scripts(), label: t.errors.toScripts };
		throw new PageError("not_found", t.script.unknown(dir), { see });
	}
	const see = { href: urls.script(dir), label: t.errors.toScript };
	throw new PageError("not_found", t.script.unknownVersion(dir), { see });
}

/** What of a script's version an address asks for; an empty digest asks for the newest. */
export function askedVersion(c: AdminContext): string | undefined {
	return c.req.query("version") || undefined;
}
