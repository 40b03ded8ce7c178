import { Hono } from "hono";
import type { Services } from "../services.ts";
import { answerMetrics } from "./answer-metrics.ts";

/** What supervisors ask: `/live` tells of the process, `/ready` and `/health` also of the store. */
export function probes(services: Services): Hono {
	const app = new Hono();
	const ready = () => (services.isOpen() ? "ok" : "the store is not open yet");
	app.get("/metrics", (c) => answerMetrics(c, services));
	app.get("/live", (c) => c.json({ status: "ok" }));
	app.get("/ready", (c) => c.json({ status: ready() }, services.isOpen() ? 200 : 503));
	app.get("/health", (c) => c.json({ status: ready() }, services.isOpen() ? 200 : 503));
	return app;
}
