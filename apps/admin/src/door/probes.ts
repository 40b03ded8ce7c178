import { CairnError } from "@cairn/kernel";
import { GuessLimit } from "@cairn/kernel/guess-limit";
import { type Context, Hono } from "hono";
import { noteRefusal } from "../access/note-refusal.ts";
import type { Services } from "../services.ts";
import type { AdminEnv } from "../view/admin-env.ts";
import { answerMetrics } from "./answer-metrics.ts";

/** What supervisors ask: `/live` tells of the process, `/ready` and `/health` also of the store. */
export function probes(services: Services): Hono<AdminEnv> {
	const app = new Hono<AdminEnv>();
	const ready = async (c: Context) => {
		const problem = await storeProblem(services);
		return c.json({ status: problem ?? "ok" }, problem === undefined ? 200 : 503);
	};
	const { metrics, metricsToken, clock } = services;
	const guesses = new GuessLimit({ clock });
	app.get("/metrics", (c) =>
		answerMetrics(c, { metrics, metricsToken, guesses, noteRefusal: () => noteRefusal(c, services) }),
	);
	app.get("/live", (c) => c.json({ status: "ok" }));
	app.get("/ready", ready);
	app.get("/health", ready);
	return app;
}

/** Why nothing can be served, in a sentence; undefined when all can. */
async function storeProblem(services: Services): Promise<string | undefined> {
	if (!services.isOpen()) return "the store is not open yet";
	try {
		// A statement that names a table has to look at the store itself.
		await services.store().read.get("SELECT id FROM agents LIMIT 1");
		return undefined;
	} catch (error) {
		return error instanceof CairnError ? error.message : "the store can't be read";
	}
}
