/**
 * The floor of a round trip: answers each request over stdio with so many letters, without an SDK, a check or any work.
 */
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
	const { id, params } = JSON.parse(line);
	if (id === undefined) continue;
	const text = "x".repeat(params.arguments?.bytes ?? 0);
	process.stdout.write(
		`${JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text }] } })}\n`,
	);
}
