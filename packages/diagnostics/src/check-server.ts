import { TokenIntrospector } from "@cairn/kernel/token-introspection";
import { ask } from "./ask.ts";
import type { AddressSetting, DatabaseSetting, Finding, Found } from "./finding.ts";

/** Before this year there was no Cairn. */
const FIRST_YEAR = 2026;
/** How far two clocks may differ, milliseconds: answers name their second only. */
const CLOCK_SLACK_MS = 30_000;

export interface ServerQuestion {
	/** Without a trailing slash; undefined where no server is named. */
	readonly url: string | undefined;
	/** The setting that names `url`, for the sentence that says what to correct. */
	readonly setting: AddressSetting;
	readonly token: string | undefined;
	readonly now: number;
	/** The setting that names the database which holds the store where no server does. */
	readonly database?: DatabaseSetting | undefined;
}

/**
 * Whether the registry is reached and takes the token, and whether its clock agrees with ours. Without a token only its
 * probe is asked: anything else would be refused, and noted as such, by a server that is well; and, for a laptop, whether
 * that server lets callers in that have none.
 */
export async function checkServer({
	url,
	setting,
	token,
	now,
	database,
}: ServerQuestion): Promise<Finding[]> {
	if (url === undefined)
		return [{ check: "address", status: "left_out", ...withoutServer(database) }, checkClock(now, undefined)];
	const asked = await ask(`${url}${token === undefined ? "/ready" : "/registry"}`, token);
	if ("reason" in asked)
		return [
			{ check: "address", status: "failed", code: asked.reason, url, setting },
			checkClock(now, undefined),
		];
	const { answer, at } = asked;
	await answer.body?.cancel();
	const date = Date.parse(answer.headers.get("date") ?? "");
	const address =
		setting === "TOOLS_REGISTRY_URL" && token === undefined && answer.ok && (await wantsToken(url))
			? ({ check: "address", status: "failed", code: "token_wanted" } as const)
			: addressOf({ url, token }, answer.status);
	return [address, checkClock(at, Number.isNaN(date) ? undefined : date)];
}

const withoutServer = (setting: DatabaseSetting | undefined): Found =>
	setting === undefined ? { code: "no_server" } : { code: "database_alone", setting };

/** Whether a registry refuses callers without a token; one that doesn't tell is taken at its probe. */
async function wantsToken(url: string): Promise<boolean> {
	try {
		return !(await new TokenIntrospector({ registryUrl: url }).look(undefined)).active;
	} catch {
		return false;
	}
}

function addressOf({ url, token }: { url: string; token: string | undefined }, http: number): Finding {
	if (token !== undefined && (http === 401 || http === 403))
		return { check: "address", status: "failed", code: "wrong_token" };
	const isUp = token === undefined ? http < 400 : http < 500 && http !== 421;
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
