import type { Context } from "hono";
import type { View } from "./view.ts";

/** What our middleware puts into a request's context. */
export interface AdminEnv {
	Variables: { view: View };
}

export type AdminContext = Context<AdminEnv>;
