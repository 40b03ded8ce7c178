import * as z from "zod";
import { ask } from "./ask.ts";
import type { Finding } from "./finding.ts";

const report = z.object({ engines: z.record(z.string(), z.object({ missing: z.string().optional() })) });

/** Whether the convert service answers and has its engines. @param url undefined where there is none. */
export async function checkEngines(url: string | undefined): Promise<Finding> {
	if (url === undefined) return { check: "engines", status: "left_out", code: "no_converter" };
	const asked = await ask(`${url}/health?verbose=1&test=0`);
	const away = { check: "engines", status: "failed", code: "converter_away", url } as const;
	if ("reason" in asked) return away;
	const { success, data } = report.safeParse(await asked.answer.json().catch(() => undefined));
	if (!success) return away;
	const engines = Object.entries(data.engines);
	const missing = engines.filter(([, engine]) => engine.missing !== undefined).map(([name]) => name);
	if (missing.length > 0)
		return { check: "engines", status: "warning", code: "engines_missing", names: missing.join(", ") };
	return {
		check: "engines",
		status: "ok",
		code: "engines_ready",
		names: engines.map(([name]) => name).join(", "),
	};
}
