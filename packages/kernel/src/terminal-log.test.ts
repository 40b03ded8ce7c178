import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";
import { terminalLog } from "./terminal-log.ts";

function stream(isTTY: boolean) {
	const written: string[] = [];
	const writable = new Writable({
		write(chunk, _encoding, done) {
			written.push(String(chunk));
			done();
		},
	});
	return { stream: Object.assign(writable, { isTTY }), written };
}

const ESCAPE = "\u001b";

test("a person at a terminal reads lines, without the secrets", async () => {
	const { stream: terminal, written } = stream(true);
	const destination = await terminalLog(terminal);
	if (destination === undefined) throw new Error("the terminal was not taken for one");
	createLogger({ name: "registry", destination }).warn({ token: "t0p", path: "/x" }, "hello");
	expect(written.join("")).toMatch(/WARN.*registry.*hello/);
	expect(written.join("")).toContain("/x");
	expect(written.join("")).not.toMatch(/t0p|\{"level"/);
});

test("nothing that a stranger had logged does anything to the terminal", async () => {
	const hostile = "\u001b[2J\u009b31m\u202e\r\b\u0007\\u001b\\\u001b";
	const { stream: terminal, written } = stream(true);
	const destination = await terminalLog(terminal);
	const logger = createLogger({ name: "registry", ...(destination && { destination }) });
	logger.error({ path: `/${hostile}`, [hostile]: { deep: hostile }, err: new Error(hostile) }, hostile);
	const text = written.join("");
	expect(text).toContain("\\u001b[2J\\u009b31m\\u202e\\u000d\\u0008\\u0007\\u001b");
	// What is left are the colours of the log itself, and its line ends.
	const colour = new RegExp(`${ESCAPE}\\[\\d{1,2}m`, "g");
	expect(text.replace(colour, "").replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
});

test("a program reads JSON", async () => expect(await terminalLog(stream(false).stream)).toBeUndefined());
