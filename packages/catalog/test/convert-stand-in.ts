import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { shippedFixture } from "./shipped-fixture.ts";

/** A server that answers as no convert service should; what a real one can't be brought to do. */
export async function answering(listener: RequestListener) {
	const server = createServer((request, response) => {
		request.resume();
		request.once("end", () => listener(request, response));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => void server.close());
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A laptop with such a server for its convert service. */
export const standIn = async (listener: RequestListener) =>
	shippedFixture({ TOOLS_CONVERT_URL: (await answering(listener)).url });
