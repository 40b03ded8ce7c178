/** How long a service may take to answer before it counts as not reachable. */
const TIMEOUT_MS = 1_500;

export type Unreachable = "refused" | "slow" | "unreachable";

export type ServiceReport =
	| { ok: true }
	| { ok: false; reason: Unreachable }
	| { ok: false; reason: "status"; status: number };

/** Asks a service at an address (without a trailing slash) whether it is well. Never throws. */
export async function checkService(url: string): Promise<ServiceReport> {
	try {
		const response = await fetch(`${url}/health`, {
			signal: AbortSignal.timeout(TIMEOUT_MS),
			redirect: "error",
		});
		await response.body?.cancel();
		return response.ok ? { ok: true } : { ok: false, reason: "status", status: response.status };
	} catch (error) {
		return { ok: false, reason: whyUnreachable(error) };
	}
}

/** Why a fetch failed: nobody listens, no answer in time, or anything else of the network. */
export function whyUnreachable(error: unknown): Unreachable {
	if (!(error instanceof Error)) return "unreachable";
	if (error.name === "TimeoutError") return "slow";
	const cause = error.cause;
	return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED"
		? "refused"
		: "unreachable";
}
