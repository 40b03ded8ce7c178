#!/usr/bin/env node
/**
 * Prisma's schema engine from its WebAssembly package, in place of the native one that its command line would download:
 * set-up must work with the npm registry alone. Speaks the line-wise JSON-RPC of the command line on stdin and stdout.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { postgresqlAdapters } from "./schema-engine-postgresql.mjs";

const args = process.argv.slice(2);
if (args.includes("--version")) {
	process.stdout.write("schema-engine 7.10.0 (wasm)\n");
	process.exit(0);
}

/** Every value that follows a flag. */
function valuesOf(flag) {
	return args.flatMap((arg, index) => (arg === flag ? [args[index + 1]] : []));
}

const datasource = JSON.parse(valuesOf("--datasource")[0] ?? "{}");
const url = datasource.url ?? "file::memory:";
const adapters = bindMigrationAwareSqlAdapterFactory(
	/^postgres(ql)?:/.test(url) ? postgresqlAdapters(url) : sqliteAdapters(url),
);

/** The driver's own scripts run whole, but its `executeRaw` refuses the several statements of a migration. */
function sqliteAdapters(url) {
	const factory = new PrismaBetterSqlite3({ url });
	const patch = (adapter) => {
		const executeRaw = adapter.executeRaw.bind(adapter);
		adapter.executeRaw = async (query) => {
			if (query.args.length > 0) return executeRaw(query);
			await adapter.executeScript(query.sql);
			return 0;
		};
		return adapter;
	};
	return {
		provider: factory.provider,
		adapterName: factory.adapterName,
		connect: async () => patch(await factory.connect()),
		connectToShadowDb: async () => patch(await factory.connectToShadowDb()),
	};
}

async function loadEngine() {
	const glue = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
	const bindings = await import(glue);
	globalThis.PRISMA_WASM_PANIC_REGISTRY ??= {
		set_message: (message) => process.stderr.write(`${message}\n`),
	};
	const wasm = new WebAssembly.Module(readFileSync(glue.replace(/\.js$/, ".wasm")));
	const instance = new WebAssembly.Instance(wasm, { "./schema_engine_bg.js": bindings });
	bindings.__wbg_set_wasm(instance.exports);
	instance.exports.__wbindgen_start();
	const datamodels = valuesOf("--datamodels").map((file) => [file, readFileSync(file, "utf8")]);
	return bindings.SchemaEngine.new(
		{ datamodels: datamodels.length > 0 ? datamodels : undefined },
		() => {},
		adapters,
	);
}

let engine;

const methods = {
	async diff(params) {
		const { stdout, exitCode } = await engine.diff(params);
		if (stdout != null) send({ id: 1_000_000, method: "print", params: { content: stdout } });
		return { exitCode };
	},
	getDatabaseVersion: (params) => engine.version(params),
};

function send(message) {
	process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

for await (const line of createInterface({ input: process.stdin })) {
	const request = JSON.parse(line);
	if (request.method === undefined) continue;
	try {
		engine ??= await loadEngine();
		const method = methods[request.method] ?? ((params) => engine[request.method](params));
		send({ id: request.id, result: (await method(request.params)) ?? {} });
	} catch (error) {
		const external = /External error id#(\d+)/.exec(error.message);
		const cause = external && adapters.errorRegistry.consumeError(Number(external[1]))?.error;
		const message = cause ? `${error.message}\n${cause}` : error.message;
		send({ id: request.id, error: { code: 4466, message, data: { is_panic: false, message, meta: null } } });
	}
}
