import { dirname } from "node:path";
import { type DatabaseQuestion, diagnose, findingsText, isWell } from "@cairn/diagnostics";
import { systemClock } from "@cairn/kernel";
import { parseFlags } from "@cairn/kernel/command-line";
import { printableLines } from "@cairn/kernel/printable";
import { widthOf } from "@cairn/kernel/wrap-words";
import packageJson from "../../package.json" with { type: "json" };
import { type LocalStore, type RemoteStore, readConvertToken, readMcpConfig } from "../config.ts";
import { withDriver } from "../with-driver.ts";

const OPTIONS = {
	db: { type: "string" },
	json: { type: "boolean" },
	help: { type: "boolean", short: "h" },
} as const;

const USAGE = `Usage: cairn doctor [--db PATH] [--json]

Checks what usually is wrong when something doesn't work, on this machine: the
address and token of the server (TOOLS_REGISTRY_URL, TOOLS_REGISTRY_TOKEN),
proxy, clock, the database (CAIRN_DATABASE_URL), disk, permissions, versions,
the converter's engines and its token (TOOLS_CONVERT_URL, TOOLS_CONVERT_TOKEN);
each with what to do. Run it with the settings that the MCP client gives to
cairn mcp.

Exit codes: 0 when nothing failed, else 1; 64 for a command that can't be
understood.
`;

/**
 * Runs `cairn doctor`.
 * @returns the exit code.
 * @throws UsageError, or CairnError: `invalid_input` for a setting that can't be used, `unavailable` for a database where
 * this client has no driver for it.
 */
export async function runDoctor(
	args: readonly string[],
	{ stdout }: { stdout: NodeJS.WritableStream },
): Promise<number> {
	const flags = parseFlags(args, OPTIONS);
	if (flags.help) {
		stdout.write(USAGE);
		return 0;
	}
	const { store, scripts, convertUrl } = readMcpConfig({ db: flags.db });
	const isRemote = "url" in store;
	const findings = await diagnose({
		registryUrl: isRemote ? store.url : undefined,
		registrySetting: "TOOLS_REGISTRY_URL",
		token: isRemote ? store.token : undefined,
		comesWithStore: isRemote || (await import("@cairn/store").then((the) => the.comesWithStore())),
		convertUrl,
		convertToken: readConvertToken(scripts.environment),
		data: {
			folder: dirname("file" in store ? store.file : scripts.cacheFolder),
			secrets: "file" in store ? [store.file] : [],
			backupBytes: 0,
		},
		database: await databaseOf(store),
		environment: scripts.environment,
		cairn: packageJson.version,
		node: process.versions.node,
		clock: systemClock,
	});
	const text = flags.json
		? JSON.stringify(findings)
		: printableLines(findingsText(findings, widthOf(stdout)));
	await new Promise<void>((settle) => stdout.write(`${text}\n`, () => settle()));
	return isWell(findings) ? 0 : 1;
}

/** Backups of a database are made on the server. */
async function databaseOf(store: RemoteStore | LocalStore): Promise<DatabaseQuestion | undefined> {
	if (!("databaseUrl" in store)) return undefined;
	const { measurePostgres } = await withDriver(() => import("@cairn/store/postgres"));
	return { setting: "CAIRN_DATABASE_URL", measure: () => measurePostgres(store.databaseUrl) };
}
