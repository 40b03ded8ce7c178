// A PostgreSQL server for one run of the tests, on a free port of this machine alone, in a folder of its own. It tells its
// address on stdout, and ends, with its folder, when stdin does: so also when whoever started it was killed. A line of stdin,
// `fast` or `immediate`, stops it in that way and starts it again; then it tells its address once more.
import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findPostgres } from "./postgres-programs.mjs";

/** What a power failure would take is thrown away anyway; a run has few rows and many databases. */
const CARELESS = { fsync: "off", full_page_writes: "off", autovacuum: "off" };
const SETTINGS = {
	// Measurements want PostgreSQL as it is: `--durable`.
	...(process.argv.includes("--durable") ? {} : CARELESS),
	listen_addresses: "127.0.0.1",
	unix_socket_directories: "",
	jit: "off",
	max_connections: "200",
	shared_buffers: "64MB",
	max_wal_size: "4GB",
	checkpoint_timeout: "1h",
};
const USER = "cairn";
/** How often a port is looked for anew that another program took meanwhile. */
const ATTEMPTS = 5;
const LOOK_MS = 50;
/** What lets the server stop: with its sessions ended in order, or as if it had crashed. */
const STOPS = { fast: "SIGINT", immediate: "SIGQUIT" };

const bin = findPostgres();
const account = accountOfServer();
const folder = mkdtempSync(path.join(tmpdir(), "cairn-postgres-"));
const password = randomBytes(16).toString("hex");
let server;

const lines = createInterface({ input: process.stdin });
lines.once("close", end);
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.once(signal, end);

try {
	makeCluster();
	const url = await startOnFreePort();
	tell(url);
	for await (const way of lines) {
		await restart(STOPS[way], url);
		tell(url);
	}
} catch (error) {
	process.stderr.write(`${error.stderr ?? ""}\n${error.message}\n`);
	end();
}

function tell(url) {
	process.stdout.write(`${JSON.stringify({ url })}\n`);
}

async function restart(signal, url) {
	const ended = once(server, "exit");
	server.kill(signal);
	await ended;
	if (!(await start(new URL(url).port, url))) throw new Error("PostgreSQL did not start again.");
}

/** The server refuses to run as root: it then runs as the user that its package made. */
function accountOfServer() {
	if (process.getuid?.() !== 0) return {};
	const idOf = (flag) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
	return { uid: idOf("-u"), gid: idOf("-g") };
}

/** Its own order of texts is not that of bytes, so that a column which relies on the database's order shows. */
function makeCluster() {
	const passwordFile = path.join(folder, "password");
	writeFileSync(passwordFile, password, { mode: 0o600 });
	if (account.uid !== undefined) {
		for (const each of [folder, passwordFile]) chownSync(each, account.uid, account.gid);
	}
	const args = [
		"-D",
		path.join(folder, "data"),
		"-U",
		USER,
		"--pwfile",
		passwordFile,
		"-A",
		"password",
		"--no-sync",
	];
	const locale = ["-E", "UTF8", "--locale=C", "--locale-provider=icu", "--icu-locale=en"];
	execFileSync(path.join(bin, "initdb"), [...args, ...locale], { ...account, cwd: folder, stdio: "pipe" });
}

async function startOnFreePort() {
	for (let attempt = 1; ; attempt++) {
		const port = await freePort();
		const url = `postgresql://${USER}:${password}@127.0.0.1:${port}/postgres`;
		if (await start(port, url)) return url;
		if (attempt === ATTEMPTS) throw new Error("PostgreSQL did not start; what it said is above.");
	}
}

async function start(port, url) {
	const settings = Object.entries({ ...SETTINGS, port }).flatMap(([name, value]) => [
		"-c",
		`${name}=${value}`,
	]);
	server = spawn(path.join(bin, "postgres"), ["-D", path.join(folder, "data"), ...settings], {
		...account,
		cwd: folder,
		stdio: ["ignore", "ignore", "pipe"],
	});
	let said = "";
	server.stderr.on("data", (chunk) => {
		said = `${said}${chunk}`.slice(-4_000);
	});
	while (server.exitCode === null && server.signalCode === null) {
		if (await answers(url)) return true;
		await sleep(LOOK_MS);
	}
	process.stderr.write(said);
	return false;
}

async function answers(url) {
	const client = new pg.Client({ connectionString: url });
	client.on("error", () => {});
	try {
		await client.connect();
		await client.query("SELECT 1");
		return true;
	} catch {
		return false;
	} finally {
		await client.end().catch(() => {});
	}
}

function freePort() {
	return new Promise((resolve, reject) => {
		const probe = createServer().once("error", reject);
		probe.listen(0, "127.0.0.1", () => {
			const { port } = probe.address();
			probe.close(() => resolve(port));
		});
	});
}

/** At once and without care for its data, which goes with it. */
function end() {
	const remove = () => {
		rmSync(folder, { recursive: true, force: true });
		process.exit();
	};
	if (server === undefined || server.exitCode !== null) return remove();
	server.once("exit", remove);
	server.kill("SIGQUIT");
}
