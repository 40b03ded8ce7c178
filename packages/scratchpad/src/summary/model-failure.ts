import { CairnError } from "@cairn/kernel";

/**
 * What a caller is told when the model's API fails, in one sentence. Nothing of the API's own text goes out: it may
 * quote the request.
 */
export async function modelFailure(error: unknown, model: string): Promise<CairnError> {
	const { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } = await import(
		"@anthropic-ai/sdk"
	);
	if (error instanceof APIUserAbortError) return new CairnError("cancelled", "The summary was cancelled.");
	if (error instanceof APIConnectionTimeoutError) {
		return new CairnError("unavailable", "The model did not answer in time. Try again, or use read_file.");
	}
	if (error instanceof APIConnectionError) {
		return new CairnError(
			"unavailable",
			"The model's API can't be reached. Check the network of this machine, or use read_file.",
		);
	}
	if (error instanceof APIError && typeof error.status === "number")
		return statusFailure(error.status, model);
	return new CairnError(
		"upstream_failed",
		"The model's API gave an answer that makes no sense. Try again, or use read_file.",
	);
}

function statusFailure(status: number, model: string): CairnError {
	if (status === 401 || status === 403) {
		return new CairnError(
			"invalid_input",
			"The model's API refused the key: check ANTHROPIC_API_KEY where cairn mcp runs.",
		);
	}
	if (status === 400 || status === 413) {
		return new CairnError(
			"upstream_failed",
			"The model's API refused the request: the file may be too long for this model, or the account has no credit. Use read_file.",
		);
	}
	if (status === 404) {
		return new CairnError(
			"invalid_input",
			`The model's API knows no model "${model}": check CAIRN_SUMMARY_MODEL.`,
		);
	}
	if (status === 429) {
		return new CairnError(
			"rate_limited",
			"The model's API limits the rate of this key. Wait a moment, then try again.",
		);
	}
	if (status === 529) {
		return new CairnError(
			"unavailable",
			"The model is overloaded at the moment. Try again later, or use read_file.",
		);
	}
	return new CairnError(
		"upstream_failed",
		`The model's API failed with status ${status}. Try again, or use read_file.`,
	);
}
