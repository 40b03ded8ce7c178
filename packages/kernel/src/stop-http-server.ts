/** How often, meanwhile, connections are let go that have become idle, milliseconds. */
const IDLE_LOOK_MS = 50;

/** What of a Node.js HTTP server is needed; one for HTTP/2 has no connections to close by itself. */
interface Stoppable {
	close(whenClosed: () => void): unknown;
	closeIdleConnections?(): void;
	closeAllConnections?(): void;
}

/**
 * Stops a server: no new connections, the requests under way are finished, and what takes longer than `drainMs` is cut.
 * An event stream that has just ended leaves its connection idle, which would otherwise be waited for.
 */
export function stopHttpServer(server: Stoppable, drainMs: number): Promise<void> {
	return new Promise((resolve) => {
		const idle = setInterval(() => server.closeIdleConnections?.(), IDLE_LOOK_MS);
		const drained = setTimeout(() => server.closeAllConnections?.(), drainMs);
		server.close(() => {
			clearInterval(idle);
			clearTimeout(drained);
			resolve();
		});
	});
}
