/** How long the registry may take to answer before it counts as not reachable. */
const TIMEOUT_MS = 1_500;

export type RegistryReport =
	| { ok: true }
	| { ok: false; reason: "refused" | "slow" | "unreachable" }
	| { ok: false; reason: "status"; status: number };

/** Asks the registry at an address (without a trailing slash) whether it is well. Never throws. */
export async function checkRegistry(registryUrl: string): Promise<RegistryReport> {
	try {
		const response = await fetch(`${registryUrl}/health`, {
			signal: AbortSignal.timeout(TIMEOUT_MS),
			redirect: "error",
		});
		await response.body?.cancel();
		return response.ok ? { ok: true } : { ok: false, reason: "status", status: response.status };
	} catch (error) {
		return { ok: false, reason: reasonOf(error) };
	}
}

function reasonOf(error: unknown): "refused" | "slow" | "unreachable" {
	if (!(error instanceof Error)) return "unreachable";
	if (error.name === "TimeoutError") return "slow";
	const cause = error.cause;
	return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED"
		? "refused"
		: "unreachable";
}
