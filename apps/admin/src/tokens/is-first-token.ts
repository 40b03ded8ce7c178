import type { Services } from "../services.ts";

/** Whether clients come in without a token as yet, so that from the next one made on every client needs one. */
export async function isFirstToken({ connection, tokensRequired, tokens }: Services): Promise<boolean> {
	return !connection.wantsToken && !tokensRequired && !(await tokens().exist());
}
