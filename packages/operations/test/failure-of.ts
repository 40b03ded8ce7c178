import { CairnError } from "@cairn/kernel";

/** The error of a call that must fail with one that its caller is told. */
export async function failureOf(call: Promise<unknown>): Promise<CairnError> {
	const answer = await call.catch((error: unknown) => error);
	if (answer instanceof CairnError) return answer;
	throw new Error(`the call should have failed, but gave ${JSON.stringify(answer) ?? String(answer)}`);
}
