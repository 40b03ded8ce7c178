import { createId } from "@cairn/kernel";
import { inject } from "vitest";
import { administer } from "./temporary-place.ts";

export interface EmptyDatabase extends AsyncDisposable {
	readonly url: string;
}

/** An empty database of the run's server, for a test that does to it what others must not find; goes with it. */
export async function makeDatabase(): Promise<EmptyDatabase> {
	const server = inject("postgresUrl");
	if (server === undefined) throw new Error("There is a server only in the runs on PostgreSQL.");
	const name = createId("test");
	await administer(server, `CREATE DATABASE "${name}"`);
	return {
		url: Object.assign(new URL(server), { pathname: `/${name}` }).href,
		async [Symbol.asyncDispose]() {
			await administer(server, `DROP DATABASE "${name}" WITH (FORCE)`);
		},
	};
}
