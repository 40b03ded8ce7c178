import { execFileSync } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openStore } from "@cairn/store";
import { describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "./programs.ts";
import { connectLegacy, connectModern, resultOf, serveScripts, writeScript } from "./scripts-on-laptop.ts";

describe("a laptop that can't rely on its server or its scripts", () => {
	test("the cached catalog serves while the server is away, says how old it is, and runs are reported when it's back", async () => {
		await using folder = await temporaryFolder();
		const { registry, laptop } = await serveScripts(folder);
		await using _registry = registry;
		await writeScript(folder.path, "greet");
		await using first = await connectLegacy(laptop);
		await vi.waitFor(async () => expect(await first.names()).toContain("greet"));
		await registry.stop("SIGKILL");
		await first[Symbol.asyncDispose]();

		await using client = await connectLegacy(laptop);
		await vi.waitFor(async () => expect(await client.names()).toContain("greet"));
		expect(resultOf(await client.call("greet"))).toMatchObject({ status: "ok" });
		const { catalog } = resultOf(await client.call("list_scripts"));
		expect(catalog).toMatchObject({ from: registry.url, age_seconds: expect.any(Number) });
		expect(catalog.problem).toContain("stays in use");

		const { port } = new URL(registry.url);
		const { registry: back } = await serveScripts(folder, { PORT: port });
		await using _back = back;
		await client.call("greet");
		await using store = await openStore({ file: join(folder.path, "data", "cairn.db") });
		await vi.waitFor(async () => {
			const runs = await store.read.all("SELECT dir, status, exit_code FROM script_runs");
			expect(runs).toEqual(Array.from({ length: 2 }, () => ({ dir: "greet", status: "ok", exit_code: 0 })));
			const row = await store.read.get<{ holds: string }>("SELECT CAST(holds AS TEXT) AS holds FROM laptops");
			expect(Object.keys(JSON.parse(row?.holds ?? "{}"))).toEqual(["greet"]);
		});
	});

	test("a registry that signs with another key is refused by name, and the cached catalog still serves", async () => {
		await using folder = await temporaryFolder();
		const { registry, laptop } = await serveScripts(folder);
		await using _registry = registry;
		await writeScript(folder.path, "greet", { run: "echo good" });
		await using client = await connectModern(laptop);
		await vi.waitFor(async () => expect(await client.names()).toContain("greet"));
		await registry.stop();
		await rm(join(folder.path, "data", "catalog-key.pem"));
		await writeScript(folder.path, "greet", { run: "echo evil" });
		const { registry: impostor } = await serveScripts(folder, { PORT: new URL(registry.url).port });
		await using _impostor = impostor;
		await vi.waitFor(async () => {
			const { catalog } = resultOf(await client.call("list_scripts"));
			expect(catalog.problem).toMatch(/key/);
		});
		expect(resultOf(await client.call("greet")).stdout).toBe("good\n");
	});

	test("a cache that was edited by hand does not run", async () => {
		await using folder = await temporaryFolder();
		const { registry, laptop } = await serveScripts(folder);
		await using _registry = registry;
		await writeScript(folder.path, "greet", { run: "echo good" });
		await using client = await connectLegacy({ ...laptop, TOOLS_POLL_MS: "60000" });
		await vi.waitFor(async () => expect(await client.names()).toContain("greet"));
		await registry.stop();
		const cached = execFileSync("find", [laptop.TOOLS_CACHE_DIR, "-name", "run.sh", "-type", "f"], {
			encoding: "utf8",
		});
		for (const file of cached.trim().split("\n")) await writeFile(file, "#!/bin/bash\necho evil\n");
		const answer = await client.call("greet");
		expect(answer.isError).toBe(true);
		expect(answer.content[0]?.text).toContain("is not as it was when it was taken over");
	});

	test("what a script started is gone when the client goes away", async () => {
		await using folder = await temporaryFolder();
		const { registry, laptop } = await serveScripts(folder);
		await using _registry = registry;
		const marker = `cairn-e2e-${process.pid}-${Date.now()}`;
		await writeScript(folder.path, "linger", {
			run: `trap '' TERM\n(setsid bash -c 'exec -a ${marker} sleep 60' &)\necho up > "$TOOLS_RUN_DIR/up"\nexec -a ${marker} sleep 60`,
		});
		const client = await connectLegacy(laptop);
		await vi.waitFor(async () => expect(await client.names()).toContain("linger"));
		void client.call("linger", { run_id: "r1" } as never).catch(() => {});
		await vi.waitFor(() => readFile(join(laptop.TOOLS_RUNS_DIR, "r1", "up")));
		expect(processes(marker)).toBeGreaterThan(0);
		await client[Symbol.asyncDispose]();
		await vi.waitFor(() => expect(processes(marker)).toBe(0));
	});

	test("a script can't look up the secrets of the program that started it", async () => {
		await using folder = await temporaryFolder();
		const token = "a-token-of-32-characters-or-more-0";
		// Its own, as the script sees what all programs of the machine show, those of another run of the tests among them.
		const key = `a-key-of-${process.pid}`;
		const { registry, laptop } = await serveScripts(folder, { TOOLS_REGISTRY_TOKEN: token });
		await using _registry = registry;
		await writeScript(folder.path, "snoop", {
			run: `for p in /proc/[0-9]*; do tr '\\0' '\\n' < $p/environ; done 2> /dev/null > "$TOOLS_RUN_DIR/seen"; env > "$TOOLS_RUN_DIR/own"`,
		});
		const settings = {
			...laptop,
			TOOLS_REGISTRY_TOKEN: token,
			ANTHROPIC_API_KEY: key,
			LANG: "C",
		};
		await using client = await connectLegacy(settings);
		await vi.waitFor(async () => expect(await client.names()).toContain("snoop"));
		const { run_dir } = resultOf(await client.call("snoop"));
		const seen = await readFile(join(run_dir, "seen"), "utf8");
		expect(seen).toContain("\nANTHROPIC_API_KEY=\n");
		expect(seen).not.toContain(key);
		const own = await readFile(join(run_dir, "own"), "utf8");
		expect(own).toContain(`HOME=${laptop.HOME}\n`);
		expect(own).toContain("LANG=C\n");
	});
});

/** How many processes have a word in their command line. */
function processes(marker: string): number {
	const all = execFileSync("ps", ["-ww", "-eo", "args"], { encoding: "utf8" });
	return all.split("\n").filter((line) => line.startsWith(marker)).length;
}
