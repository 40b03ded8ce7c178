/** The name of the database that an address of PostgreSQL names; its user's where it names none, as PostgreSQL has it. */
export function databaseName(databaseUrl: string): string {
	const { pathname, username } = new URL(databaseUrl);
	return decodeURIComponent(pathname.replace(/^\//, "")) || decodeURIComponent(username) || "postgres";
}
