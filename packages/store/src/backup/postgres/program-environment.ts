import { existsSync } from "node:fs";
import type { Environment } from "@cairn/kernel";
import pg from "pg";
import { settleTls } from "../../postgres-tls.ts";
import { postgresConnection } from "../../postgres-url.ts";

/** What PostgreSQL's programs need of the environment beside their own settings. */
const PASSED_ON = ["PATH", "HOME", "TMPDIR", "PGPASSFILE", "PGSERVICEFILE", "PGSYSCONFDIR"];

/** How an address's parameters are called in the environment of PostgreSQL's programs. */
const PARAMETERS: Readonly<Record<string, string>> = {
	sslmode: "PGSSLMODE",
	sslrootcert: "PGSSLROOTCERT",
	sslcert: "PGSSLCERT",
	sslkey: "PGSSLKEY",
	options: "PGOPTIONS",
};

/**
 * The environment in which `pg_dump` and `pg_restore` reach a database. The password goes this way, as a command line can
 * be read by every user of the machine; nothing of our own environment goes along that they don't need.
 */
export function programEnvironment(databaseUrl: string, environment: Environment): NodeJS.ProcessEnv {
	const { host, port, user, password, database } = new pg.Client(postgresConnection(databaseUrl));
	const inherited = PASSED_ON.map((name) => [name, environment[name]]);
	return {
		...Object.fromEntries(inherited.filter(([, value]) => value !== undefined)),
		...parameters(databaseUrl),
		PGHOST: host,
		PGPORT: String(port),
		PGUSER: user,
		PGDATABASE: database,
		...(typeof password === "string" && { PGPASSWORD: password }),
		PGAPPNAME: "cairn backup",
		PGCONNECT_TIMEOUT: "15",
		// Their sentences are read by machines here.
		LC_ALL: "C",
	};
}

/** Where systems keep the authorities that they trust: the driver has a list of its own, PostgreSQL's programs none. */
const AUTHORITIES = [
	"/etc/ssl/certs/ca-certificates.crt",
	"/etc/pki/tls/certs/ca-bundle.crt",
	"/etc/ssl/cert.pem",
];

function parameters(databaseUrl: string): NodeJS.ProcessEnv {
	const url = new URL(databaseUrl);
	settleTls(url);
	const query = url.searchParams;
	const known = Object.entries(PARAMETERS).map(([parameter, name]) => [name, query.get(parameter)] as const);
	const set = Object.fromEntries(known.filter((pair): pair is [string, string] => pair[1] !== null));
	// The driver's word for a certificate that isn't looked at; the programs look by any list of authorities that is there.
	if (set.PGSSLMODE === "no-verify") return { ...set, PGSSLMODE: "require", PGSSLROOTCERT: "none" };
	if (set.PGSSLMODE !== "verify-full" || set.PGSSLROOTCERT !== undefined) return set;
	return { ...set, PGSSLROOTCERT: AUTHORITIES.find((file) => existsSync(file)) ?? "system" };
}
