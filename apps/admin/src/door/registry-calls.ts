import { CairnError } from "@cairn/kernel";
import { toProblem } from "@cairn/operations";
import type { MiddlewareHandler } from "hono";
import { addressesOf } from "../connect/addresses-of.ts";
import type { Services } from "../services.ts";
import type { AdminEnv } from "../view/admin-env.ts";

/** What only the registry has. */
export const REGISTRY_PATHS = ["/registry", "/registry/*", "/api/*", "/client/*"];

/** Tells a program that took these pages for the registry where that one is, in place of a way to log in. */
export function registryCalls(services: Services): MiddlewareHandler<AdminEnv> {
	return async (c) => {
		const error = new CairnError(
			"not_found",
			`This is Cairn's admin; its registry is at ${addressesOf(c, services).registry}. Set TOOLS_REGISTRY_URL to that.`,
		);
		const problem = toProblem(error, c.var.requestId);
		return c.body(JSON.stringify(problem), 404, { "Content-Type": "application/problem+json" });
	};
}
