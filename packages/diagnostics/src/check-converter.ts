import * as z from "zod";
import { ask } from "./ask.ts";
import type { Finding } from "./finding.ts";

const report = z.object({ engines: z.record(z.string(), z.object({ missing: z.string().optional() })) });

export interface ConverterQuestion {
	/** Without a trailing slash; undefined where there is none. */
	readonly url: string | undefined;
	/** Tried where there is one: a caller without any would be refused, and noted as such, by a service that is well. */
	readonly token: string | undefined;
}

/** Whether the convert service answers, has its engines and takes the token. */
export async function checkConverter({ url, token }: ConverterQuestion): Promise<Finding[]> {
	if (url === undefined) return [{ check: "engines", status: "left_out", code: "no_converter" }];
	const engines = await checkEngines(url);
	if (token === undefined || ["converter_away", "not_converter"].includes(engines.code)) return [engines];
	return [engines, ...(await checkToken(url, token))];
}

async function checkEngines(url: string): Promise<Finding> {
	const asked = await ask(`${url}/health?verbose=1&test=0`);
	const away = { check: "engines", status: "failed", code: "converter_away", url } as const;
	if ("reason" in asked) return away;
	const { success, data } = report.safeParse(await asked.answer.json().catch(() => undefined));
	if (!success)
		return asked.answer.ok || asked.answer.status === 404 ? { ...away, code: "not_converter" } : away;
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

/** Nothing of a service that went away meanwhile, nor of one that is older than the question. */
async function checkToken(url: string, token: string): Promise<Finding[]> {
	const asked = await ask(`${url}/token`, { token });
	if ("reason" in asked) return [];
	await asked.answer.body?.cancel();
	const { status: http, ok } = asked.answer;
	const check = "convert_token";
	if (http === 404) return [];
	if (ok) return [{ check, status: "ok", code: "convert_token_taken" }];
	if (http === 401) return [{ check, status: "failed", code: "convert_token_refused" }];
	if (http === 403) return [{ check, status: "failed", code: "convert_token_unfit" }];
	return [{ check, status: "failed", code: "convert_token_unknown", http }];
}
