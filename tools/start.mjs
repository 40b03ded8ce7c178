import "./node-version.mjs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EXIT_PORT_IN_USE, EXIT_USAGE } from "../packages/kernel/src/exit-codes.mjs";
import { makeFolder } from "../packages/kernel/src/make-folder.mjs";
import { inCheckout } from "./checkout.mjs";
import { CLIENT_COMMAND, lanAddresses, localClientConfiguration } from "./client-configuration.mjs";
import { startConvert } from "./convert-server.mjs";
import { isPortFree } from "./is-port-free.mjs";
import { meetOtherStart } from "./other-start.mjs";
import { portInUse } from "./port-in-use.mjs";
import { startServer, whenReady } from "./server-process.mjs";
import { setUp } from "./setup.mjs";
import { exitOnError, SetupError } from "./setup-error.mjs";
import { readStartOptions, startCommand, USAGE, UsageError } from "./start-options.mjs";

const READY_MS = 60_000;
const PARENT = process.ppid;
/** What stands for all addresses of this machine. */
const EVERYWHERE = ["::", "0.0.0.0"];
const LOOPBACK = "127.0.0.1";
const TOKENS_BELONG = "\nPut your own token where the words stand for it.\n";

await exitOnError(main);

async function main() {
	const options = optionsOrUsage();
	if (typeof options === "number") return options;
	await requirePorts(options);
	makeDataFolder(options.dataFolder);
	const met = await meetOtherStart(options.dataFolder, placesOf(process.env));
	if (met.other !== undefined) tellOtherStart(met.other, options.dataFolder);
	await setUp();
	const stopRequested = Promise.race([signalled(["SIGINT", "SIGTERM", "SIGHUP"]), orphaned()]);
	const servers = [];
	const over = new AbortController();
	try {
		await Promise.race([serve(servers, { ...options, onReady: met.tell }, over.signal), stopRequested]);
	} finally {
		met.close();
		over.abort();
		await Promise.all(servers.map((server) => server.stop()));
	}
}

/** Starts the servers and says where they are. Never settles while they run; rejects when one ends by itself. */
async function serve(servers, options, signal) {
	const { registryPort, adminPort, convertPort, dataFolder, onReady } = options;
	const command = startCommand(options, process.env);
	const vital = [];
	const ports = { registry: registryPort, admin: adminPort };
	const failures = () => vital.map((server) => failure(server, ports));
	const start = (name, port, env, onEvent) => {
		signal.throwIfAborted();
		const server = startApp({ name, port, env: { ...env, CAIRN_DATA_DIR: dataFolder }, onEvent });
		servers.push(server);
		vital.push(server);
		return Promise.race([whenReady(server, signal), tooLate(server, signal), ...failures()]);
	};
	let wantsToken = false;
	const noteAccess = (event) => {
		if (event.msg === "listening") wantsToken = event.wantsToken;
	};
	const registry = await start("registry", registryPort, {}, noteAccess);
	const convert =
		convertPort === undefined ? undefined : startConvert({ port: convertPort, registry, signal });
	if (convert !== undefined) servers.push(convert.server);
	const converter = await Promise.race([convert?.told, ...failures()]);
	const claim = {};
	const noteClaim = ({ msg, setup }) => {
		const [, code] = /^claim code: (\S+)$/.exec(msg ?? "") ?? [];
		if (code !== undefined) Object.assign(claim, { code, setup });
	};
	const adminSettings = {
		REGISTRY_URL: registry,
		CAIRN_CLIENT_COMMAND: CLIENT_COMMAND,
		CAIRN_START_COMMAND: command,
		...(converter?.url !== undefined && { TOOLS_CONVERT_URL: converter.url }),
	};
	const admin = await start("admin", adminPort, adminSettings, noteClaim);
	onReady({ admin, registry, convert: converter?.url });
	process.stdout.write(announcement({ registry, wantsToken, admin, converter, dataFolder, claim, command }));
	await Promise.race(failures());
}

/** A port that is taken is told before anything is set up, read or written. */
async function requirePorts({ registryPort, adminPort, convertPort }) {
	const ports = { registry: registryPort, admin: adminPort, convert: convertPort ?? 0 };
	const { HOST, ADMIN_HOST } = process.env;
	const hosts = { registry: HOST, admin: ADMIN_HOST || HOST, convert: HOST };
	for (const [name, port] of Object.entries(ports)) {
		if (await isPortFree(port, hosts[name] || LOOPBACK)) continue;
		throw await takenPort({ name, port, flag: portFlag(name) }, ports);
	}
}

async function takenPort(server, ports) {
	return new SetupError(await portInUse(server, ports), "", EXIT_PORT_IN_USE);
}

/** What a command in another shell would not know of this start by its data folder. */
function placesOf({ CAIRN_BACKUPS_DIR, DATABASE_URL, DATABASE_URL_FILE }) {
	return {
		...(CAIRN_BACKUPS_DIR && { backupsFolder: path.resolve(CAIRN_BACKUPS_DIR) }),
		hasDatabase: Boolean(DATABASE_URL || DATABASE_URL_FILE),
	};
}

/** Two may serve one store, but hardly anybody means to. */
function tellOtherStart({ admin }, dataFolder) {
	const where = admin === undefined ? "" : `; its admin pages are at ${admin}`;
	process.stderr.write(
		`cairn: another Cairn works on the data folder ${dataFolder} already${where}. Both serve the same store, which is safe. ` +
			"If you meant another, stop this one by Ctrl-C and name its folder: npm start -- --data DIR\n",
	);
}

function makeDataFolder(folder) {
	try {
		makeFolder(folder);
	} catch (error) {
		throw new SetupError(
			`the data folder ${folder} can't be made (${error.code}); choose another: npm start -- --data DIR.`,
		);
	}
}

function optionsOrUsage() {
	try {
		const options = readStartOptions(process.argv.slice(2), process.env);
		if (!options.help) return options;
		process.stdout.write(USAGE);
		return 0;
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		process.stderr.write(`${error.message}\n\n${USAGE}`);
		return EXIT_USAGE;
	}
}

function startApp({ name, port, env, onEvent }) {
	const program = inCheckout("apps", name, "dist", `${name}.mjs`);
	const server = startServer({ name, program, env: { ...env, PORT: String(port) }, onEvent });
	return { ...server, port, flag: portFlag(name) };
}

function portFlag(name) {
	return `--${name}-port`;
}

async function tooLate({ name, unshownLines }, signal) {
	await sleep(READY_MS, undefined, { signal });
	const sentence = `${name} was not ready within ${READY_MS / 1000} seconds; its last log lines are above.`;
	throw new SetupError(sentence, unshownLines());
}

function announcement({ registry, wantsToken, admin, converter, dataFolder, claim, command }) {
	const isShared = Boolean(process.env.TOOLS_REGISTRY_TOKEN);
	const convert =
		converter?.url === undefined
			? undefined
			: { url: converter.url, wantsToken: Boolean(process.env.CONVERT_TOKEN) };
	const tokens = [
		isShared || convert?.wantsToken ? TOKENS_BELONG : "",
		wantsToken && !isShared ? agentTokenLine(admin) : "",
	].join("");
	const { json, claude } = localClientConfiguration(registry, { wantsToken, isShared, convert });
	return `Cairn is ready.

  admin     ${admin}  (open it in a browser)
${adminElsewhere(admin)}${claimLines(claim)}  registry  ${registry}  (for programs and agents)
${wantsToken ? otherMachines(registry) : ""}${converter === undefined ? "" : convertLines(converter)}  data      ${dataFolder}
${placesElsewhere()}${command === "npm start" ? "" : againLines(command)}
To give an agent its tools, put this into the configuration of its MCP client:

${json}

or, with Claude Code:

  ${claude}
${tokens}
The name after --agent is the agent's: its files and logs are kept under it.
Give each agent one of its own.

Ctrl-C stops everything.
`;
}

/** What is kept elsewhere than in the data folder, by a setting. */
function placesElsewhere() {
	const { DATABASE_URL, DATABASE_URL_FILE, TOOLS_SCRIPTS_DIR, CAIRN_BACKUPS_DIR } = process.env;
	return [
		DATABASE_URL || DATABASE_URL_FILE ? "  store     the PostgreSQL database that DATABASE_URL names\n" : "",
		TOOLS_SCRIPTS_DIR ? `  scripts   ${TOOLS_SCRIPTS_DIR}\n` : "",
		CAIRN_BACKUPS_DIR ? `  backups   ${CAIRN_BACKUPS_DIR}\n` : "",
	].join("");
}

function againLines(command) {
	return `\nTo start this one again, with the options and settings that it has now:\n\n  ${command}\n`;
}

/** Where there is no token that all share, each agent needs its own. */
function agentTokenLine(admin) {
	return `\nThe registry lets nobody in without a token. Make the agent's own in the admin, on the page Agents\n(${admin}/agents), and put it where the words stand for it.\n`;
}

function convertLines({ url, notes }) {
	const first = url === undefined ? [] : [`${url}  (makes PDFs of documents)`];
	const [head, ...rest] = [...first, ...notes].map(
		(line, at) => `  ${at === 0 ? "convert " : "        "}  ${line}\n`,
	);
	const others = url !== undefined && process.env.CONVERT_TOKEN ? otherMachines(url) : "";
	return [head, others, ...rest].join("");
}

/** A server without an owner belongs to whoever brings the code of its log. */
function claimLines({ code, setup }) {
	if (code === undefined) return "";
	return `            ${setup}  (make it yours, with this claim code:)\n            ${code}\n`;
}

/** The admin listens for other machines when ADMIN_HOST or HOST lets it. */
function adminElsewhere(admin) {
	if (!EVERYWHERE.includes(process.env.ADMIN_HOST || process.env.HOST)) return "";
	return lanLines(admin);
}

/** With a token a server also listens for other machines, which need another address than loopback. */
function otherMachines(server) {
	return process.env.HOST ? "" : lanLines(server);
}

function lanLines(server) {
	const lines = lanAddresses(new URL(server).port).map(
		(url) => `            ${url}  (from other machines)\n`,
	);
	return lines.join("");
}

/** Rejects when the server ends by itself. */
async function failure(server, ports) {
	const { code, signal } = await server.ended;
	if (code === EXIT_PORT_IN_USE) throw await takenPort(server, ports);
	const how = signal === null ? `with code ${code}` : `by ${signal}`;
	const sentence = `${server.name} ended ${how}; its last log lines are above.`;
	throw new SetupError(sentence, server.unshownLines(), code === EXIT_USAGE ? EXIT_USAGE : 1);
}

function signalled(signals) {
	return new Promise((resolve) => {
		for (const signal of signals) process.once(signal, resolve);
	});
}

// A signal that only npm receives ends npm and its shell, and never arrives here: that they are gone says it.
function orphaned() {
	return new Promise((resolve) => {
		if (process.env.npm_lifecycle_event === undefined) return;
		setInterval(() => process.ppid !== PARENT && resolve(), 250).unref();
	});
}
