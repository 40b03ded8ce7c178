import type { Clock } from "@cairn/kernel";
import { INTROSPECTION_PATH } from "@cairn/kernel/token-introspection";
import * as z from "zod";
import { ask } from "./ask.ts";
import type { AddressSetting, DatabaseSetting, Finding, Found } from "./finding.ts";

/** Before this year there was no Cairn. */
const FIRST_YEAR = 2026;
/** How far two clocks may differ, milliseconds: answers name their second only. */
const CLOCK_SLACK_MS = 30_000;

/** What a proxy in front may answer as well as a registry, so that they don't tell what is behind. */
const REFUSALS = [403, 421, 429];

const standing = z.object({ active: z.boolean() });
const scopeMissing = z.object({ code: z.literal("forbidden"), details: z.object({ scope: z.string() }) });

export interface ServerQuestion {
	/** Without a trailing slash; undefined where no server is named. */
	readonly url: string | undefined;
	/** The setting that names `url`, for the sentence that says what to correct. */
	readonly setting: AddressSetting;
	readonly token: string | undefined;
	/** Whether this program can keep everything itself, where no server is named. */
	readonly comesWithStore: boolean;
	readonly clock: Clock;
	/** The setting that names the database which holds the store where no server does. */
	readonly database?: DatabaseSetting | undefined;
}

/**
 * Whether it is a registry that is reached, whether it takes the token, and whether its clock agrees with ours. Without a
 * token only its probe is asked, and whether it lets callers in that have none: anything else would be refused, and noted
 * as such, by a server that is well.
 */
export async function checkServer(question: ServerQuestion): Promise<Finding[]> {
	const { url, setting, token, clock } = question;
	if (url === undefined) return [unnamed(question), checkClock(clock.now(), undefined)];
	const asked = await ask(`${url}${token === undefined ? "/ready" : "/registry"}`, { token });
	const now = clock.now();
	if ("reason" in asked)
		return [
			{ check: "address", status: "failed", code: asked.reason, url, setting },
			checkClock(now, undefined),
		];
	const { answer } = asked;
	const isTaken = answer.status !== 403 || (await isScopeMissing(answer));
	if (!answer.bodyUsed) await answer.body?.cancel();
	const date = Date.parse(answer.headers.get("date") ?? "");
	const address = await addressOf({ url, setting, token, isTaken }, answer.status);
	return [address, checkClock(now, Number.isNaN(date) ? undefined : date)];
}

/**
 * Whether a registry lets callers in that have no token, which other servers can't be asked: they refuse it, or lead elsewhere,
 * as the admin does. Unclear is it of one that is too busy.
 */
async function askForNoToken(url: string): Promise<"let_in" | "refused" | "not_registry" | "unclear"> {
	const asked = await ask(url + INTROSPECTION_PATH, { body: {} });
	if ("reason" in asked) return asked.reason === "slow" ? "unclear" : "not_registry";
	const { answer } = asked;
	const { success, data } = standing.safeParse(await answer.json().catch(() => undefined));
	if (answer.ok && success) return data.active ? "let_in" : "refused";
	return answer.status === 429 || answer.status >= 500 ? "unclear" : "not_registry";
}

function unnamed({ comesWithStore, database }: ServerQuestion): Finding {
	if (!comesWithStore) return { check: "address", status: "failed", code: "server_wanted" };
	const found: Found =
		database === undefined ? { code: "no_server" } : { code: "database_alone", setting: database };
	return { check: "address", status: "left_out", ...found };
}

/** Whether a registry that refuses a token knows it: one without the scope for scripts is good for other calls. */
async function isScopeMissing(answer: Response): Promise<boolean> {
	const { success } = scopeMissing.safeParse(await answer.json().catch(() => undefined));
	return success;
}

interface Reached {
	readonly url: string;
	readonly setting: AddressSetting;
	readonly token: string | undefined;
	readonly isTaken: boolean;
}

async function addressOf({ url, setting, token, isTaken }: Reached, http: number): Promise<Finding> {
	const withoutToken = await askForNoToken(url);
	if (withoutToken === "not_registry" && http < 500 && !REFUSALS.includes(http))
		return { check: "address", status: "failed", code: "not_registry", url, setting };
	if (setting === "TOOLS_REGISTRY_URL" && token === undefined && withoutToken === "refused")
		return { check: "address", status: "failed", code: "token_wanted" };
	if (token !== undefined && http === 401)
		return { check: "address", status: "failed", code: "wrong_token", setting };
	const isUp = token === undefined ? http < 400 : http < 500 && http !== 421 && isTaken;
	if (!isUp) return { check: "address", status: "failed", code: "status", url, http };
	return { check: "address", status: "ok", code: token === undefined ? "answers_untried" : "answers", url };
}

/** @param server the server's time, its second only; undefined where none answered. */
export function checkClock(now: number, server: number | undefined): Finding {
	const year = new Date(now).getUTCFullYear();
	if (year < FIRST_YEAR) return { check: "clock", status: "failed", code: "clock_past", year };
	if (server === undefined) return { check: "clock", status: "left_out", code: "clock_unknown" };
	const difference = Math.abs(now - server);
	if (difference <= CLOCK_SLACK_MS) return { check: "clock", status: "ok", code: "clock_right" };
	return { check: "clock", status: "failed", code: "clock_differs", seconds: Math.round(difference / 1_000) };
}
