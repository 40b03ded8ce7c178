import { hash } from "node:crypto";
import type { claims } from "@cairn/store";

const HEX_DIGITS = 16;

/** The id of a claim, from what makes it that claim. JSON keeps the parts apart: no two identities share an input. */
export function claimId({ entity, kind, claim }: claims.ClaimIdentity): string {
	return `cl_${hash("sha256", JSON.stringify([entity, kind, claim]), "hex").slice(0, HEX_DIGITS)}`;
}
