import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream";

/** The owner's password in tests. */
export const PASSWORD = "correct horse battery staple";

/** Lays the owner's password into a folder; gives the setting by which an admin starts with it. */
export async function ownerSettings(folder: string): Promise<Record<string, string>> {
	const file = join(folder, "owner-password");
	await writeFile(file, PASSWORD, { mode: 0o600 });
	return { CAIRN_OWNER_PASSWORD_FILE: file };
}

/** Signs in as the owner; gives the cookie of the session, as a header has it. */
export async function signIn(admin: string, userAgent = "a test"): Promise<string> {
	const response = await fetch(`${admin}/login`, {
		method: "POST",
		headers: { Origin: admin, "User-Agent": userAgent },
		body: new URLSearchParams({ password: PASSWORD }),
		redirect: "manual",
	});
	const cookie = response.headers.get("Set-Cookie")?.split(";")[0];
	if (response.status === 303 && cookie !== undefined) return cookie;
	throw new Error(`the admin answers ${response.status} to the owner: ${await response.text()}`);
}

export interface OwnersWay extends AsyncDisposable {
	/** Where the admin is reached as its owner, by any browser and program. */
	readonly url: string;
}

/**
 * A way to an admin by which everybody is its owner: what is sent comes along with the cookie of one session. So tests of
 * pages need not sign each of their browsers in.
 */
export async function ownersWay(admin: string): Promise<OwnersWay> {
	const session = await signIn(admin);
	const { hostname, port } = new URL(admin);
	const server = createServer((incoming, outgoing) => {
		const { method, url: path } = incoming;
		const cookie = [incoming.headers.cookie, session].filter(Boolean).join("; ");
		const passed = request({ hostname, port, method, path, headers: { ...incoming.headers, cookie } });
		passed.on("response", (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			outgoing.flushHeaders();
			pipeline(answer, outgoing, () => undefined);
		});
		passed.on("error", () => outgoing.destroy());
		outgoing.on("close", () => passed.destroy());
		pipeline(incoming, passed, () => undefined);
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		[Symbol.asyncDispose]: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
