import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkout } from "./checkout.mjs";
import { openRegistry } from "./registry-for-tests.mjs";
import { tryRun } from "./run.mjs";

const NAMES = ["one", "two", "three"];
const INSTALL = `
	import { installPackages } from "./tools/install-packages.mjs";
	import { exitOnError } from "./tools/setup-error.mjs";
	await exitOnError(installPackages);`;

let folder;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), "cairn-install-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Installs into a checkout of a few packages, from a registry with faults. */
async function install(faultOf) {
	const registry = await openRegistry({ folder, names: NAMES, faultOf });
	try {
		const place = makeCheckout(registry);
		const env = {
			npm_config_registry: registry.url,
			npm_config_cache: path.join(folder, "cache"),
			// As often as npm tries by itself, in less time.
			npm_config_fetch_retry_mintimeout: "10",
			npm_config_fetch_retry_maxtimeout: "20",
			npm_config_fetch_timeout: "1000",
		};
		const program = ["--input-type=module", "--eval", INSTALL];
		const { code, output } = await tryRun(process.execPath, program, { cwd: place, env });
		const isThere = (name) => existsSync(path.join(place, "node_modules", name, "package.json"));
		return { code, output, installed: NAMES.filter(isThere) };
	} finally {
		await registry.close();
	}
}

function makeCheckout({ integrityOf }) {
	const place = path.join(folder, "checkout");
	cpSync(path.join(checkout, "tools"), path.join(place, "tools"), { recursive: true });
	const dependencies = Object.fromEntries(NAMES.map((name) => [name, "1.0.0"]));
	const project = { name: "checkout", version: "1.0.0", type: "module", dependencies };
	const packages = { "": project };
	for (const name of NAMES)
		packages[`node_modules/${name}`] = { version: "1.0.0", integrity: integrityOf(name) };
	writeFileSync(path.join(place, "package.json"), JSON.stringify(project));
	const lock = { ...project, lockfileVersion: 3, packages };
	writeFileSync(path.join(place, "package-lock.json"), JSON.stringify(lock));
	return place;
}

describe("packages are installed from a registry", () => {
	test.each([["drop", "busy"], ["silence"], ["cut short"], ["half of it"]])(
		"that fails lists and archives at first: %s",
		async (...faults) => {
			const left = { list: [...faults], archive: [...faults] };
			const { code, output, installed } = await install((address) =>
				left[address.endsWith(".tgz") ? "archive" : "list"].shift(),
			);
			expect({ code, installed }, output).toEqual({ code: 0, installed: NAMES });
		},
	);
});

describe("what can't be installed", () => {
	test.each(["busy", "cut short"])("is told with what to do, and not tried for ever: %s", async (fault) => {
		const { code, output } = await install(() => fault);
		expect(code).toBe(1);
		expect(output).toContain("npm could not install the packages");
		expect(output).toContain("run the same command again; what has arrived is kept.");
	});

	test("because it isn't what was locked is told by npm's words, without the network's being blamed", async () => {
		const { code, output } = await install((address) => (address === "/two" ? "gone" : undefined));
		expect(code).toBe(1);
		expect(output).toContain("E404");
		expect(output).not.toContain("The network");
	});
});
