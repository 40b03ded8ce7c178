import path from "node:path";
import { parseArgs } from "node:util";
import { shellQuote } from "../packages/kernel/src/client-configuration.mjs";
import { repeatedOption, repeatedSentence } from "../packages/kernel/src/command-line/repeated-option.mjs";
import { inCheckout } from "./checkout.mjs";
import { settingsBefore } from "./settings-in-force.mjs";

const REGISTRY_PORT = 3457;
const ADMIN_PORT = 3460;
const CONVERT_PORT = 3459;

export const USAGE = `Usage: npm start -- [options]

Sets up this checkout, starts the registry, the admin pages and the convert
service, and prints how to reach them. Ctrl-C stops all of them.

  --registry-port N   the port of the registry (3457; 0 takes any free one)
  --admin-port N      the port of the admin pages (3460; 0 takes any free one)
  --convert-port N    the port of the convert service (3459; 0 takes any free
                      one)
  --without-convert   leaves the convert service out
  --data DIR          where everything is stored (./data, or CAIRN_DATA_DIR)
  --help              this text

On a terminal only warnings of the servers are shown; what they log is kept by
\`npm start 2> cairn.log\`.
`;

/** An argument that can't be meant: the program ends with 64, the sentence and the usage. */
export class UsageError extends Error {}

/** Reads the arguments and the environment of `npm start`. Throws a UsageError. */
export function readStartOptions(argv, environment) {
	const values = parse(argv);
	if (values.help) return { help: true };
	refuseKeptByNpm(values, environment);
	// npm moves to the checkout first; a relative folder is meant from where the person stood.
	const from = environment.INIT_CWD || process.cwd();
	const data = values.data || environment.CAIRN_DATA_DIR;
	return {
		help: false,
		registryPort: port("--registry-port", values["registry-port"] ?? String(REGISTRY_PORT)),
		adminPort: port("--admin-port", values["admin-port"] ?? String(ADMIN_PORT)),
		convertPort: values["without-convert"]
			? undefined
			: port("--convert-port", values["convert-port"] ?? String(CONVERT_PORT)),
		dataFolder: data ? path.resolve(from, data) : inCheckout("data"),
	};
}

/** The line that starts Cairn once more with these options and settings, wherever in the checkout it is typed. */
export function startCommand({ registryPort, adminPort, convertPort, dataFolder }, environment) {
	const options = [
		...(registryPort === REGISTRY_PORT ? [] : ["--registry-port", String(registryPort)]),
		...(adminPort === ADMIN_PORT ? [] : ["--admin-port", String(adminPort)]),
		...(convertPort === undefined ? ["--without-convert"] : []),
		...([undefined, CONVERT_PORT].includes(convertPort) ? [] : ["--convert-port", String(convertPort)]),
		...(dataFolder === inCheckout("data") ? [] : ["--data", dataFolder]),
	];
	const words = ["npm start", ...(options.length === 0 ? [] : ["--"]), ...options.map(shellQuote)];
	return `${settingsBefore(environment)}${words.join(" ")}`;
}

const TEXT = { type: "string" };
const FLAG = { type: "boolean" };
const OPTIONS = {
	"registry-port": TEXT,
	"admin-port": TEXT,
	"convert-port": TEXT,
	"without-convert": FLAG,
	data: TEXT,
	help: FLAG,
};

/**
 * npm takes options that stand before `--` for its own, and leaves them in the environment: Cairn would start without them,
 * on another data folder than was meant. One that was given to Cairn too may come from a script of npm around this one.
 */
function refuseKeptByNpm(values, environment) {
	const isKept = (name) => `npm_config_${name.replaceAll("-", "_")}` in environment;
	const kept = Object.keys(OPTIONS).find((name) => name !== "help" && !(name in values) && isKept(name));
	if (kept !== undefined)
		throw new UsageError(
			`npm kept --${kept} for itself; put -- before the options: npm start -- --${kept} …`,
		);
}

function parse(argv) {
	try {
		const { values, tokens } = parseArgs({ args: argv, options: OPTIONS, tokens: true });
		const repeated = repeatedOption(tokens, OPTIONS);
		if (repeated !== undefined) throw new UsageError(repeatedSentence(repeated));
		return values;
	} catch (error) {
		throw error instanceof UsageError ? error : new UsageError(error.message);
	}
}

function port(flag, text) {
	if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
	throw new UsageError(`${flag} takes a port between 0 and 65535, and got "${text}".`);
}
