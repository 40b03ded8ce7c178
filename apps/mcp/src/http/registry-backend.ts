import { createRemoteClaims } from "@cairn/claims";
import { isAllowedHost } from "@cairn/identity";
import { CairnError } from "@cairn/kernel";
import { TokenIntrospector } from "@cairn/kernel/token-introspection";
import { createAnthropicSummarizer, createRemoteScratchpad } from "@cairn/scratchpad";
import type { Backend } from "./backend.ts";
import type { McpHttpConfig } from "./http-config.ts";
import { createRegistryGate } from "./registry-gate.ts";

/** How long a registry may take to say that it is ready, milliseconds. */
const READY_MS = 3_000;

/** The tools over a registry's store. Each caller's own token is what its calls are made with there. */
export function createRegistryBackend({ mcp, allowedHosts }: McpHttpConfig, url: string): Backend {
	const client = { summarizer: createAnthropicSummarizer(mcp.summary) };
	const introspector = new TokenIntrospector({ registryUrl: url });
	return {
		gate: createRegistryGate(introspector),
		hosts: { allows: async (host) => isAllowedHost(host, allowedHosts) },
		refusals: {
			note: ({ caller: { address = "" }, object }) => introspector.noteRefusal({ address, object }),
		},
		// The registry decides about each call, and takes note of those that it refuses.
		accessOf: () => undefined,
		toolsetsOf({ credentials: { token, address } }) {
			const server = { url, token, forwardedFor: address };
			return [createRemoteScratchpad({ server, client }), createRemoteClaims(server)];
		},
		async requireReady() {
			const signal = AbortSignal.timeout(READY_MS);
			const isReady = await fetch(`${url}/ready`, { signal, redirect: "error" }).then(
				(response) => response.ok,
				() => false,
			);
			if (!isReady) throw new CairnError("unavailable", "The registry that holds the store is not ready.");
		},
		async [Symbol.asyncDispose]() {},
	};
}
