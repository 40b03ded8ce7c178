import { join } from "node:path";
import type { OpenIdentity } from "./open-identity.ts";

/** The password that the owner of a claimed server has. */
export const PASSWORD = "correct horse battery staple";
/** The browser by which he claimed it. */
export const CLIENT = { address: "192.0.2.1", userAgent: "Browser/1.0", requestId: "req_1" };

/** Claims a new server; gives the session. */
export async function claimed(identity: OpenIdentity) {
	const code = (await identity.owner.openClaim()) ?? "";
	return identity.owner.claim(code, PASSWORD, CLIENT);
}

/** Where a new server keeps its claim code. */
export const codeFile = ({ folder }: OpenIdentity) => join(folder, "claim-code");
