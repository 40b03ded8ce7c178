import type { CairnError } from "@cairn/kernel";
import { PageError } from "../door/page-error.ts";
import type { AdminContext } from "../view/admin-env.ts";

/** What to say of a log that isn't there, with the way to those that are. */
export function unknownLog(c: AdminContext, agentId: string, path: string): CairnError {
	const { t, urls } = c.var.view;
	const see = { href: urls.logs(agentId), label: t.errors.toLogs(agentId) };
	return new PageError("not_found", t.log.unknown(path), { see });
}
