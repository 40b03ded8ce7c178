import type { ClaimView } from "@cairn/claims";
import { PageError } from "../door/page-error.ts";
import type { Services } from "../services.ts";
import { plainText } from "../text/hostile-text.ts";
import type { AdminContext } from "../view/admin-env.ts";

const SHOWN_CHARACTERS = 40;

/**
 * The claim that an address names, as it is at an instant.
 * @throws CairnError `not_found` when there is none.
 */
export async function knownClaim(c: AdminContext, services: Services, at?: number): Promise<ClaimView> {
	const { t, urls, now } = c.var.view;
	const id = c.req.param("id") ?? "";
	const claim = await services.claims().get(id, at ?? now);
	if (claim !== undefined) return claim;
	const see = { href: urls.claims(), label: t.claims.showAll };
	throw new PageError("not_found", t.claim.unknown(plainText(id.slice(0, SHOWN_CHARACTERS))), { see });
}
