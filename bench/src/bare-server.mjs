/**
 * The floor of a round trip: answers each request over stdio with so many letters, without an SDK, a check or any work. It
 * takes one line at a time, as who waits for each answer sends them.
 */
let held = "";
process.stdin.setEncoding("utf8").on("data", (text) => {
	held += text;
	if (!held.endsWith("\n")) return;
	const lines = held.trimEnd().split("\n");
	held = "";
	for (const line of lines) answer(JSON.parse(line));
});

function answer({ id, params }) {
	if (id === undefined) return;
	const text = "x".repeat(params.arguments?.bytes ?? 0);
	process.stdout.write(
		`${JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text }] } })}\n`,
	);
}
