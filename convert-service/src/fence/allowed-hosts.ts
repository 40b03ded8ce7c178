import { lookup } from "node:dns/promises";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { isPrivateAddress } from "./private-address.ts";

/** What an allowed host answered. */
export interface Resource {
	readonly status: number;
	readonly contentType: string;
	readonly headers: Record<string, string>;
	readonly body: Buffer;
}

const MOST_BYTES = 32 * 2 ** 20;
const TIMEOUT_MS = 10_000;

/**
 * The hosts that the owner lets web pages load from. The service itself asks them, and without following redirects: the
 * browser has no network. A name is resolved once, and then that address is asked, so that it can't turn into another; one
 * that leads into the own network is refused, unless it is the address itself that was named.
 */
export class AllowedHosts {
	readonly #hosts: ReadonlySet<string>;
	readonly #addresses = new Map<string, Promise<string | undefined>>();

	constructor(hosts: readonly string[]) {
		this.#hosts = new Set(hosts);
	}

	/** Fetches an address of an allowed host; undefined when it is none, or does not answer. */
	async fetch(address: string): Promise<Resource | undefined> {
		if (!URL.canParse(address)) return undefined;
		const url = new URL(address);
		if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
		if (!this.#hosts.has(url.host) && !this.#hosts.has(url.hostname)) return undefined;
		const resolved = await this.#resolve(url.hostname.replace(/^\[(.*)\]$/, "$1"));
		return resolved === undefined ? undefined : ask(url, resolved).catch(() => undefined);
	}

	#resolve(name: string): Promise<string | undefined> {
		const known = this.#addresses.get(name);
		if (known !== undefined) return known;
		const resolved = isIP(name) === 0 ? publicAddress(name) : Promise.resolve(name);
		this.#addresses.set(name, resolved);
		return resolved;
	}
}

async function publicAddress(name: string): Promise<string | undefined> {
	const found = await lookup(name, { all: true }).catch(() => []);
	return found.some(({ address }) => isPrivateAddress(address)) ? undefined : found[0]?.address;
}

function ask(url: URL, address: string): Promise<Resource> {
	const request = url.protocol === "https:" ? requestHttps : requestHttp;
	const options = {
		host: address,
		port: url.port === "" ? undefined : Number(url.port),
		path: url.pathname + url.search,
		servername: isIP(url.hostname) === 0 ? url.hostname : "",
		headers: { host: url.host },
		signal: AbortSignal.timeout(TIMEOUT_MS),
	};
	return new Promise((resolve, reject) => {
		const asked = request(options, (answer) => {
			const chunks: Buffer[] = [];
			let length = 0;
			answer.on("data", (chunk: Buffer) => {
				length += chunk.length;
				if (length > MOST_BYTES) asked.destroy(new Error("too large"));
				else chunks.push(chunk);
			});
			answer.once("error", reject);
			answer.once("end", () => {
				resolve({
					status: answer.statusCode ?? 502,
					contentType: answer.headers["content-type"] ?? "application/octet-stream",
					// The page is of no host, so a font or a script of another one counts as cross-origin.
					headers: { "access-control-allow-origin": "*" },
					body: Buffer.concat(chunks),
				});
			});
		});
		asked.once("error", reject);
		asked.end();
	});
}
