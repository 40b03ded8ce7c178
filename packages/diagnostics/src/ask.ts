/** How long a server may take, milliseconds. */
const TIMEOUT_MS = 5_000;

export type Asked = { readonly answer: Response } | { readonly reason: "refused" | "slow" | "unreachable" };

interface Question {
	readonly token?: string | undefined;
	/** What is posted, as JSON. */
	readonly body?: object;
}

/** Asks an address. Never throws. */
export async function ask(url: string, { token, body }: Question = {}): Promise<Asked> {
	try {
		const answer = await fetch(url, {
			signal: AbortSignal.timeout(TIMEOUT_MS),
			redirect: "error",
			headers: {
				...(token !== undefined && { authorization: `Bearer ${token}` }),
				...(body !== undefined && { "content-type": "application/json" }),
			},
			...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
		});
		return { answer };
	} catch (error) {
		if (error instanceof Error && error.name === "TimeoutError") return { reason: "slow" };
		const cause = error instanceof Error ? error.cause : undefined;
		const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
		return { reason: code === "ECONNREFUSED" ? "refused" : "unreachable" };
	}
}
