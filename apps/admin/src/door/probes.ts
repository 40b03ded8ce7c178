import { Hono } from "hono";
import { noteRefusal } from "../access/note-refusal.ts";
import type { Services } from "../services.ts";
import type { AdminEnv } from "../view/admin-env.ts";
import { answerMetrics } from "./answer-metrics.ts";

/** What supervisors ask: `/live` tells of the process, `/ready` and `/health` also of the store. */
export function probes(services: Services): Hono<AdminEnv> {
	const app = new Hono<AdminEnv>();
	const ready = () => (services.isOpen() ? "ok" : "the store is not open yet");
	const { metrics, metricsToken } = services;
	app.get("/metrics", (c) =>
		answerMetrics(c, { metrics, metricsToken, noteRefusal: () => noteRefusal(c, services) }),
	);
	app.get("/live", (c) => c.json({ status: "ok" }));
	app.get("/ready", (c) => c.json({ status: ready() }, services.isOpen() ? 200 : 503));
	app.get("/health", (c) => c.json({ status: ready() }, services.isOpen() ? 200 : 503));
	return app;
}
