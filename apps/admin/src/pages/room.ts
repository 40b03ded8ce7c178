import type { Hono } from "hono";
import type { Services } from "../services.ts";
import type { AdminEnv } from "../view/admin-env.ts";

/** A page module adds its routes, those of its fragments included, to the app. */
export type Room = (app: Hono<AdminEnv>, services: Services) => void;
