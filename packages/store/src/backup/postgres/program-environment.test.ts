import { describe, expect, test } from "vitest";
import { programEnvironment } from "./program-environment.ts";

const ours = {
	PATH: "/bin",
	HOME: "/home/node",
	TOOLS_REGISTRY_TOKEN: "ours",
	DATABASE_URL: "postgresql://x",
};

describe("the environment of PostgreSQL's programs", () => {
	test("has what an address says", () => {
		const url =
			"postgresql://some%40one:p%3A%2Fss%20w@db.lan:6543/my%20store?sslmode=require&options=-c%20search_path%3Dmine";
		expect(programEnvironment(url, ours)).toMatchObject({
			PGHOST: "db.lan",
			PGPORT: "6543",
			PGUSER: "some@one",
			PGPASSWORD: "p:/ss w",
			PGDATABASE: "my store",
			PGSSLMODE: "verify-full",
			PGOPTIONS: "-c search_path=mine",
		});
	});

	test("has nothing of ours beside it", () => {
		const names = Object.keys(programEnvironment("postgresql://cairn@db.lan/cairn", ours));
		expect(names).toContain("PATH");
		expect(names.filter((name) => !/^PG|^(PATH|HOME|TMPDIR|LC_ALL)$/.test(name))).toEqual([]);
	});

	test("leaves the password to the file that holds it", () => {
		const url = "postgresql://cairn@db.lan/cairn";
		const environment = programEnvironment(url, { ...ours, PGPASSFILE: "/run/pgpass" });
		expect(environment).toMatchObject({ PGPASSFILE: "/run/pgpass" });
		expect(environment).not.toHaveProperty("PGPASSWORD");
	});

	test("reaches a server by its socket", () => {
		const url = "postgresql:///cairn?host=/var/run/postgresql&user=cairn";
		expect(programEnvironment(url, ours)).toMatchObject({
			PGHOST: "/var/run/postgresql",
			PGDATABASE: "cairn",
		});
	});

	test("knows the driver's word for a certificate that isn't looked at", () => {
		const url = "postgresql://cairn@db.lan/cairn?sslmode=no-verify";
		expect(programEnvironment(url, ours)).toMatchObject({ PGSSLMODE: "require", PGSSLROOTCERT: "none" });
	});
});
