/** How long a server may take, milliseconds. */
const TIMEOUT_MS = 5_000;

export type Asked = { readonly answer: Response } | { readonly reason: "refused" | "slow" | "unreachable" };

/** Asks an address. Never throws. */
export async function ask(url: string, token?: string | undefined): Promise<Asked> {
	try {
		const answer = await fetch(url, {
			signal: AbortSignal.timeout(TIMEOUT_MS),
			redirect: "error",
			...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
		});
		return { answer };
	} catch (error) {
		if (error instanceof Error && error.name === "TimeoutError") return { reason: "slow" };
		const cause = error instanceof Error ? error.cause : undefined;
		const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
		return { reason: code === "ECONNREFUSED" ? "refused" : "unreachable" };
	}
}
