import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { agents, openStore } from "@cairn/store";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bareEnvironment, type TemporaryFolder, temporaryFolder } from "../programs.ts";
import { type OwnPostgres, startOwnPostgres } from "./own-postgres.ts";

const CAIRN_ADMIN = join(import.meta.dirname, "..", "..", "apps", "admin", "bin", "cairn-admin.mjs");

let postgres: OwnPostgres;
let folder: TemporaryFolder;

beforeAll(async () => {
	postgres = await startOwnPostgres();
	folder = await temporaryFolder();
	for (const name of ["ours", "theirs"]) makeAuthority(name);
	makeCertificate("server", "ours");
});

afterAll(async () => {
	await postgres?.[Symbol.asyncDispose]();
	await folder?.[Symbol.asyncDispose]();
});

const at = (name: string) => join(folder.path, name);
const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder.path, stdio: "pipe" });

function makeAuthority(name: string): void {
	const made = ["-keyout", `${name}.key`, "-out", `${name}.pem`];
	openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", ...made, "-subj", `/CN=${name}`, "-days", "2");
}

/** For the name localhost, and not for the address 127.0.0.1. */
function makeCertificate(name: string, authority: string): void {
	const asked = ["-keyout", `${name}.key`, "-out", `${name}.csr`];
	openssl("req", "-newkey", "rsa:2048", "-nodes", ...asked, "-subj", "/CN=localhost");
	writeFileSync(at("names"), "subjectAltName=DNS:localhost\n");
	const signed = ["-CA", `${authority}.pem`, "-CAkey", `${authority}.key`, "-CAcreateserial"];
	openssl(
		"x509",
		"-req",
		"-in",
		`${name}.csr`,
		...signed,
		"-extfile",
		"names",
		"-out",
		`${name}.pem`,
		"-days",
		"2",
	);
}

/** The server's files are its user's alone, so it writes them itself. */
async function switchTlsOn(): Promise<void> {
	for (const file of ["server.pem", "server.key"]) {
		const text = readFileSync(at(file), "utf8").trim();
		await postgres.run(
			`COPY (SELECT unnest(string_to_array('${text}', E'\\n'))) TO PROGRAM 'umask 077; cat > ${file}'`,
		);
	}
	await postgres.run("ALTER SYSTEM SET ssl_cert_file = 'server.pem'");
	await postgres.run("ALTER SYSTEM SET ssl_key_file = 'server.key'");
	await postgres.run("ALTER SYSTEM SET ssl = on");
	await postgres.restart("fast");
}

function address(host: string, query: Record<string, string>): string {
	const url = Object.assign(new URL(postgres.url), { hostname: host });
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
	return url.href;
}

const open = async (url: string) => {
	await using store = await openStore({ url });
	return agents.findAgent(store.read, "x");
};

const backUp = (databaseUrl: string) =>
	spawnSync(process.execPath, [CAIRN_ADMIN, "backup"], {
		env: bareEnvironment({ DATABASE_URL: databaseUrl, CAIRN_DATA_DIR: at("data") }),
		encoding: "utf8",
	});

describe("a database over TLS", () => {
	test("that the server doesn't speak is told", async () => {
		await expect(open(address("localhost", { sslmode: "require" }))).rejects.toThrow(/speaks no TLS/);
		await switchTlsOn();
	});

	test.each(["require", "verify-ca", "verify-full"])(
		"is read, written and backed up with sslmode=%s and its authority",
		async (sslmode) => {
			const url = address("localhost", { sslmode, sslrootcert: at("ours.pem") });
			expect(await open(url)).toBeUndefined();
			expect(backUp(url)).toMatchObject({ status: 0, stdout: expect.stringContaining("Proven:") });
		},
	);

	test("is not looked at with sslmode=no-verify, by nobody", async () => {
		const url = address("127.0.0.1", { sslmode: "no-verify" });
		expect(await open(url)).toBeUndefined();
		expect(backUp(url)).toMatchObject({ status: 0, stdout: expect.stringContaining("Proven:") });
	});

	test.each([
		["another authority", "localhost", { sslrootcert: "theirs.pem" }, /not one that this machine trusts/],
		["no authority", "localhost", {}, /not one that this machine trusts/],
		["another name", "127.0.0.1", { sslrootcert: "ours.pem" }, /for another name/],
		["an authority that isn't there", "localhost", { sslrootcert: "gone.pem" }, /sslrootcert.*can't be read/],
	])("is refused with %s", async (_what, host, files, sentence) => {
		for (const sslmode of ["require", "verify-full"]) {
			const named = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, at(file)]));
			const url = address(host, { sslmode, ...named });
			await expect(open(url)).rejects.toThrow(sentence);
			expect(backUp(url)).toMatchObject({ stderr: expect.stringMatching(sentence) });
		}
	});
});
