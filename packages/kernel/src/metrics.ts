import { timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { sha256 } from "./sha256.ts";

export interface ObservedRequest {
	readonly method: string;
	/** The pattern of the address, not the address: each value is kept for good. */
	readonly route: string;
	readonly status: number;
	readonly seconds: number;
}

export interface Metrics {
	observe(request: ObservedRequest): void;
	/** Adds a figure that is read when somebody asks for it; undefined leaves it out. */
	addGauge(name: string, help: string, read: () => Promise<number | undefined> | number | undefined): void;
	/** All figures in the text format of Prometheus. */
	render(): Promise<{ readonly type: string; readonly text: string }>;
}

/** From a diff in memory to a conversion that takes a minute. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Counts what a server does, beside what its process takes; under names that begin with `cairn_`. */
export function createMetrics(server: string): Metrics {
	const register = new Registry();
	register.setDefaultLabels({ server });
	collectDefaultMetrics({ register });
	const requests = new Histogram({
		name: "cairn_http_request_duration_seconds",
		help: "How long HTTP requests took, by method, route and status.",
		labelNames: ["method", "route", "status"],
		buckets: SECONDS,
		registers: [register],
	});
	return {
		observe: ({ method, route, status, seconds }) =>
			requests.observe({ method, route, status: String(status) }, seconds),
		addGauge: (name, help, read) => {
			new Gauge({
				name: `cairn_${name}`,
				help,
				registers: [register],
				async collect() {
					const value = await read();
					if (value === undefined) this.reset();
					else this.set(value);
				},
			});
		},
		render: async () => ({ type: register.contentType, text: await register.metrics() }),
	};
}

export interface MetricsRequest {
	/** Of the peer; undefined where there is none. */
	readonly address: string | undefined;
	/** The header Authorization. */
	readonly authorization: string | undefined;
	/** Whether a proxy passed the request on: the peer's address is then not the caller's. */
	readonly forwarded: boolean;
}

/** Whether somebody may read the figures: from this machine, or with one of the tokens. */
export function mayReadMetrics(
	{ address, authorization, forwarded }: MetricsRequest,
	tokens: readonly (string | undefined)[],
): boolean {
	const given = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
	if (given !== undefined)
		return tokens.some((token) => token !== undefined && timingSafeEqual(sha256(given), sha256(token)));
	return !forwarded && address !== undefined && isLoopbackAddress(address);
}

function isLoopbackAddress(address: string): boolean {
	const plain = address.replace(/^::ffff:/i, "");
	return plain === "::1" || (isIP(plain) === 4 && plain.startsWith("127."));
}
