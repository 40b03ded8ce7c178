import { printableLogLine } from "./printable.ts";

/** Where a log goes: as JSON lines to a program, in readable lines to a person at a terminal. */
export interface LogStream {
	readonly isTTY?: boolean;
	write(text: string): unknown;
}

/**
 * What turns log lines into readable ones for a terminal; undefined where the stream is none, as programs read JSON. It is
 * loaded only then. Strangers choose the addresses and words that are logged: nothing of it does anything to the terminal.
 */
export async function terminalLog(
	stream: LogStream & NodeJS.WritableStream,
): Promise<{ write(line: string): void } | undefined> {
	if (stream.isTTY !== true) return undefined;
	const { default: pretty } = await import("pino-pretty");
	const readable = pretty({
		destination: stream,
		sync: true,
		colorize: true,
		translateTime: "SYS:HH:MM:ss",
		ignore: "pid,hostname",
	});
	return { write: (line) => readable.write(printableLogLine(line)) };
}
