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

test("a person at a terminal reads lines, without the secrets", async () => {
	const { stream: terminal, written } = stream(true);
	const destination = await terminalLog(terminal);
	if (destination === undefined) throw new Error("the terminal was not taken for one");
	createLogger({ name: "registry", destination }).warn({ token: "t0p", path: "/x" }, "hello");
	expect(written.join("")).toMatch(/WARN.*registry.*hello/);
	expect(written.join("")).toContain("/x");
	expect(written.join("")).not.toMatch(/t0p|\{"level"/);
});

test("a program reads JSON", async () => expect(await terminalLog(stream(false).stream)).toBeUndefined());
