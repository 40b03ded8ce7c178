import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { createHttpDoor } from "../src/http-door.ts";
import type { Toolset } from "../src/index.ts";

/** Serves a toolset through the http door, on a free port of this machine. A defect is thrown, so that no test misses it. */
export async function serveToolset(toolset: Toolset) {
	const onDefect = ({ error }: { error: unknown }) => {
		throw error;
	};
	const app = createHttpDoor({ toolsets: [toolset], onDefect });
	const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
	await new Promise((resolve) => server.once("listening", resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		close: () => new Promise((resolve) => server.close(resolve)),
	};
}
