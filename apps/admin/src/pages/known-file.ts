import type { ScriptFileView, ScriptView } from "@cairn/catalog/server";
import { PageError } from "../door/page-error.ts";
import type { Services } from "../services.ts";
import type { AdminContext } from "../view/admin-env.ts";
import { askedVersion, knownScript } from "./known-script.ts";

/**
 * The file that an address names, in the version that it asks for.
 * @throws CairnError `not_found` when that version has no such file.
 */
export async function knownFile(
	c: AdminContext,
	services: Services,
): Promise<{ script: ScriptView; file: ScriptFileView }> {
	const script = await knownScript(c, services, askedVersion(c));
	const path = c.req.param("path") ?? "";
	const file = script.files.find((candidate) => candidate.path === path);
	if (file !== undefined) return { script, file };
	const { t, urls } = c.var.view;
	const see = { href: urls.script(script.dir, script.version.digest), label: t.errors.toScript };
	throw new PageError("not_found", t.script.unknownFile, { see });
}
