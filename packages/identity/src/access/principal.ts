import type { Caller } from "@cairn/kernel";
import type { Access } from "@cairn/operations";
import { type Scope, scopesFor } from "./scope.ts";

/** How a caller is known: by the owner's session, an agent's token, a token that all share, or not at all. */
export type PrincipalKind = "owner" | "agent" | "shared" | "local";

/** Who calls and what they may, as every door knows it. */
export interface Principal extends Caller {
	readonly kind: PrincipalKind;
	readonly scopes: ReadonlySet<Scope> | "all";
}

/** The owner, logged in from an address. */
export function ownerPrincipal(address?: string): Principal {
	return { kind: "owner", actor: "owner", scopes: "all", address };
}

/** Whoever shows the token that all share (TOOLS_REGISTRY_TOKEN, CONVERT_TOKEN): its agent_id is trusted. */
export function sharedPrincipal(address?: string): Principal {
	return { kind: "shared", actor: "shared", scopes: "all", address };
}

/** Whoever reaches a server that asks for no token, and whoever runs the program on their own machine. */
export function localPrincipal(address?: string): Principal {
	return { kind: "local", actor: "local", scopes: "all", address };
}

/** Whether a caller may do something with a toolset. */
export function mayUse({ scopes }: Pick<Principal, "scopes">, toolset: string, access: Access): boolean {
	return scopes === "all" || scopesFor(toolset, access).some((scope) => scopes.has(scope));
}
