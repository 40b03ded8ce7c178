import { type Logger as PinoLogger, pino } from "pino";

export type Logger = PinoLogger;

export interface LoggerOptions {
	/** The program that logs: `registry`, `admin`, `mcp`. */
	name: string;
	/** trace, debug, info, warn, error, fatal or silent. */
	level?: string;
	/** Where the lines go; file descriptor 2 unless told, as stdout may carry a protocol. */
	destination?: { write(line: string): void } | undefined;
}

/** Header and field names whose values never reach a log line. */
const SECRETS = ["authorization", "cookie", "token", "password", "apiKey", "api_key", "secret"];

/** A structured logger: one JSON line an event, written at once, secrets left out. */
export function createLogger({ name, level = "info", destination }: LoggerOptions): Logger {
	return pino(
		{
			name,
			level,
			base: { name, pid: process.pid },
			timestamp: pino.stdTimeFunctions.isoTime,
			redact: { paths: SECRETS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: "[left out]" },
		},
		destination ?? pino.destination({ dest: 2, sync: true }),
	);
}
