import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startBrowser } from "../browser/admin-under-test.ts";
import { PASSWORD } from "../browser/as-owner.ts";
import { connectModernHttp } from "../http-clients.ts";
import { connectLegacy, connectModern, type ToolAnswer } from "../mcp-clients.ts";
import { checkout } from "../started-program.ts";
import {
	compose,
	containerOf,
	docker,
	environment,
	evaluate,
	followContainers,
	type Happening,
	inspect,
	METRICS_TOKEN,
	PORTS,
	PROJECT,
	SERVICES,
	type Service,
	up,
} from "./compose.ts";

const urlOf = (service: keyof typeof PORTS) => `http://127.0.0.1:${PORTS[service]}`;

let browser: Browser;
let owner: Page;
/** Of the agent `laptop`, as the owner made it in the browser. */
let token: string;
/** What happened while the appliance came up, in its order. */
let happenings: readonly Happening[];

beforeAll(async () => {
	await compose("down", "--volumes");
	const containers = followContainers();
	await up();
	// The engine tells of health a moment after it has told whoever waits for it.
	await vi.waitFor(() => expect(containers.soFar.filter(isHealth)).toHaveLength(SERVICES.length));
	happenings = await containers.ended();
	browser = await startBrowser();
	owner = await (await browser.newContext({ locale: "en-GB" })).newPage();
});

afterAll(async () => {
	await browser?.close();
	await compose("down", "--volumes");
});

const isHealth = (happening: Happening) => happening.endsWith(" healthy");

/** What a tool answered, in the text that every client shows. */
const answered = ({ content }: ToolAnswer): unknown => JSON.parse(content[0]?.text ?? "");

const laptop = () => ({ settings: { TOOLS_REGISTRY_URL: urlOf("registry"), TOOLS_REGISTRY_TOKEN: token } });

test("the registry is ready before the admin and the toolbox start, and nothing waits for the converter", () => {
	const at = (happening: Happening) => happenings.indexOf(happening);
	for (const service of ["admin", "mcp"] as const)
		expect(at(`${service} start`)).toBeGreaterThan(at("registry healthy"));
	expect(at("registry start")).toBeLessThan(at("convert healthy"));
});

test("each server says that it lives and is ready, and shows its figures to who has the token of a file", async () => {
	for (const service of ["registry", "admin", "mcp", "convert"] as const) {
		const ask = async (path: string, headers: Record<string, string> = {}) =>
			(await fetch(urlOf(service) + path, { headers })).status;
		const probes = await Promise.all(["/live", "/ready", "/health", "/metrics"].map((path) => ask(path)));
		// This machine is another one for a container.
		expect({ service, probes }).toEqual({ service, probes: [200, 200, 200, 401] });
		expect(await ask("/metrics", { authorization: `Bearer ${METRICS_TOKEN}` })).toBe(200);
		const config = await inspect(service, "{{json .Config}}");
		expect(config).toContain("CAIRN_METRICS_TOKEN_FILE");
		expect(config).not.toContain(METRICS_TOKEN);
	}
});

test("nothing is published but the four ports, and those where they were told to be", async () => {
	const ports = await docker(
		"ps",
		"--filter",
		`label=com.docker.compose.project=${PROJECT}`,
		"--format",
		"{{.Ports}}",
	);
	const published = [...ports.matchAll(/([^\s,]+):(\d+)->/g)].map(([, address, port]) => [
		address,
		Number(port),
	]);
	const told = Object.values(PORTS).map((port) => ["127.0.0.1", port]);
	expect(published.sort()).toEqual(told.sort());
});

test("the owner claims the appliance by the code of its log, and makes a token for a laptop", async () => {
	const log = await compose("logs", "--no-log-prefix", "admin");
	const [, code] = /"msg":"claim code: ([^"]+)"/.exec(log) ?? [];
	await owner.goto(`${urlOf("admin")}/setup`);
	await owner.getByLabel("Claim code").fill(code ?? "");
	await owner.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await owner.getByRole("button", { name: "Set the password and sign in" }).click();
	await owner.getByText("You are signed in as the owner.").waitFor();
	await owner.goto(`${urlOf("admin")}/new-agent`);
	await owner.getByLabel("Name of the agent").fill("laptop");
	await owner.getByLabel("What the token is called").fill("ThinkPad");
	await owner.getByRole("button", { name: "Create the token" }).click();
	token = (await owner.getByRole("region", { name: "The token" }).textContent()) ?? "";
	expect(token).toMatch(/^cairn_/);
});

test("a laptop's agent is known by its token, and nobody is without one", async () => {
	await using agent = await connectModern(laptop());
	await agent.call("write_file", { path: "plan.md", content: "# Plan\n" });
	await owner.goto(`${urlOf("admin")}/agents/laptop`);
	await owner.getByRole("link", { name: "plan.md" }).waitFor();
	const nobody = await fetch(`${urlOf("registry")}/api/scratchpad/list_files`, {
		method: "POST",
		body: "{}",
	});
	expect(nobody.status).toBe(401);
	const elsewhere = await fetch(`${urlOf("mcp")}/mcp`, { method: "POST", body: "{}" });
	expect(elsewhere.status).toBe(401);
});

test("the toolbox answers over HTTP, and over the streams of a container", async () => {
	await using web = await connectModernHttp({ url: urlOf("mcp"), token });
	expect(answered(await web.call("read_file", { path: "plan.md" }))).toMatchObject({ current_version: 1 });
	const child = spawn(
		"docker",
		[
			"compose",
			"run",
			"--rm",
			"--no-TTY",
			"--no-deps",
			"--env",
			`TOOLS_REGISTRY_TOKEN=${token}`,
			"mcp",
			"cairn",
			"mcp",
		],
		{
			cwd: checkout,
			env: environment,
			stdio: ["pipe", "pipe", "ignore"],
		},
	);
	const hello = {
		protocolVersion: "2025-06-18",
		capabilities: {},
		clientInfo: { name: "e2e", version: "1" },
	};
	const call = { name: "read_file", arguments: { path: "plan.md" } };
	const said = text(child.stdout);
	for (const message of [
		{ id: 1, method: "initialize", params: hello },
		{ method: "notifications/initialized" },
		{ id: 2, method: "tools/call", params: call },
	])
		child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
	child.stdin.end();
	await once(child, "exit");
	const answers = (await said)
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	expect(answered(answers.find(({ id }) => id === 2)?.result)).toMatchObject({ current_version: 1 });
});

test("a document becomes a PDF, for who may convert", async () => {
	const convert = (headers: Record<string, string>) =>
		fetch(`${urlOf("convert")}/md_to_pdf`, {
			method: "POST",
			headers: { "content-type": "text/markdown", ...headers },
			body: "# Größe\n\n中文 🙂\n",
		});
	const answer = await convert({ authorization: `Bearer ${token}` });
	expect(answer.status).toBe(200);
	expect(
		Buffer.from(await answer.arrayBuffer())
			.subarray(0, 5)
			.toString(),
	).toBe("%PDF-");
	expect((await convert({})).status).toBe(401);
	const { engines, network } = await (await fetch(`${urlOf("convert")}/health?verbose=1`)).json();
	const broken = Object.entries(engines).filter(([, engine]) => !(engine as { works?: boolean }).works);
	expect(broken).toEqual([]);
	// Each engine has a network with nothing in it, also within the container.
	expect(network).toBe("none");
});

test("Chromium runs in its own sandbox", async () => {
	const commands = `import { readdirSync, readFileSync } from "node:fs";
		const read = (pid) => { try { return readFileSync("/proc/" + pid + "/cmdline", "utf8"); } catch { return ""; } };
		const commands = readdirSync("/proc").filter((name) => /^\\d+$/.test(name)).map(read);
		console.log(JSON.stringify(commands.filter((command) => command.includes("chrom"))));`;
	const running: string[] = JSON.parse(await evaluate("convert", commands));
	expect(running.filter((command) => command.includes("--type=zygote"))).not.toEqual([]);
	expect(running.filter((command) => command.includes("--no-sandbox"))).toEqual([]);
	const [profile] = JSON.parse(await inspect("convert", "{{json .HostConfig.SecurityOpt}}")).filter(
		(option: string) => option.startsWith("seccomp="),
	);
	expect(profile).toContain("SCMP_ACT_ERRNO");
});

describe.each(SERVICES)("%s", (service) => {
	test("runs as an ordinary user who can't become more, on a disk that can't be written", async () => {
		const status = `import { readFileSync, writeFileSync } from "node:fs";
			const [, capabilities] = /CapEff:\\s*(\\w+)/.exec(readFileSync("/proc/self/status", "utf8"));
			const [, nothingMore] = /NoNewPrivs:\\s*(\\d)/.exec(readFileSync("/proc/self/status", "utf8"));
			let written = "written";
			try { writeFileSync("/cairn/x", "") } catch (error) { written = error.code }
			console.log(JSON.stringify({ root: process.getuid() === 0, capabilities, nothingMore, written }));`;
		expect(JSON.parse(await evaluate(service, status))).toEqual({
			root: false,
			capabilities: "0000000000000000",
			nothingMore: "1",
			written: "EROFS",
		});
	});

	test("has limits of memory and processes, an init, and is started again", async () => {
		const { Memory, PidsLimit, Init, RestartPolicy } = JSON.parse(
			await inspect(service, "{{json .HostConfig}}"),
		);
		expect({ Init, restart: RestartPolicy.Name }).toEqual({ Init: true, restart: "unless-stopped" });
		expect(Memory).toBeGreaterThan(0);
		expect(PidsLimit).toBeGreaterThan(0);
	});
});

test("what reads documents reaches nothing but its own network", async () => {
	const network = `${PROJECT}_outside`;
	const outside = await inspect("admin", `{{(index .NetworkSettings.Networks "${network}").IPAddress}}`);
	const reach = (service: Service) =>
		evaluate(
			service,
			`import { connect } from "node:net";
			const socket = connect({ host: "${outside}", port: 3460, timeout: 3000 });
			for (const end of ["connect", "error", "timeout"])
				socket.once(end, () => { console.log(end); process.exit(); });`,
		);
	expect(await reach("mcp")).toBe("connect");
	expect(await reach("convert")).not.toBe("connect");
});

test("pages and tools go on while the converter is down", async () => {
	await compose("stop", "convert");
	try {
		await using agent = await connectLegacy(laptop());
		expect((await agent.call("list_files", {})).isError).toBeFalsy();
		await owner.goto(`${urlOf("admin")}/convert`);
		await owner.getByRole("heading", { level: 1 }).waitFor();
	} finally {
		await up();
	}
});

describe("what was answered is there", () => {
	const restarts = async (service: Service) => Number(await inspect(service, "{{.RestartCount}}"));
	const write = async (path: string) => {
		await using agent = await connectModern(laptop());
		expect((await agent.call("write_file", { path, content: path })).isError).toBeFalsy();
	};
	const expectThere = async (path: string) => {
		await using agent = await connectModern(laptop());
		expect(answered(await agent.call("read_file", { path }))).toMatchObject({ content: path });
	};
	/**
	 * Limits a container to little more than it holds, which is the first limit that the engine takes. The next look at its
	 * health then takes too much, and the largest of its processes ends: its server.
	 */
	const leaveNoMemory = async (service: Service) => {
		const limits = Array.from({ length: 50 }, (_, n) => `${40 + 4 * n}m`);
		for (const limit of limits) {
			const set = docker("update", "--memory", limit, "--memory-swap", limit, containerOf(service));
			const isSet = await set.then(
				() => true,
				() => false,
			);
			if (isSet) return;
		}
		throw new Error(`${service} can't be limited`);
	};
	const isBack = (service: Service, before: number) =>
		vi.waitFor(async () => {
			expect(await restarts(service)).toBeGreaterThan(before);
			expect(await inspect(service, "{{.State.Health.Status}}")).toBe("healthy");
		});

	test("after the registry was killed", async () => {
		await write("killed.md");
		const before = await restarts("registry");
		process.kill(Number(await inspect("registry", "{{.State.Pid}}")), "SIGKILL");
		await isBack("registry", before);
		await expectThere("killed.md");
	});

	test("after all were killed at once", async () => {
		await write("all-killed.md");
		const before = await Promise.all(SERVICES.map(restarts));
		const pids = await Promise.all(SERVICES.map((service) => inspect(service, "{{.State.Pid}}")));
		for (const pid of pids) process.kill(Number(pid), "SIGKILL");
		await Promise.all(SERVICES.map((service, index) => isBack(service, before[index] ?? 0)));
		await expectThere("all-killed.md");
	});

	test("after it ran out of memory", async () => {
		await write("memory.md");
		const before = await restarts("registry");
		await leaveNoMemory("registry");
		await vi.waitFor(async () => expect(await restarts("registry")).toBeGreaterThan(before));
		await docker("update", "--memory", "512m", "--memory-swap", "512m", containerOf("registry"));
		await isBack("registry", before);
		await expectThere("memory.md");
	});

	test("after the whole set was stopped, which each takes well, and was taken down and up", async () => {
		await write("down.md");
		await compose("stop");
		for (const service of SERVICES) expect(await inspect(service, "{{.State.ExitCode}}")).toBe("0");
		await compose("down");
		await up();
		await expectThere("down.md");
		await owner.goto(`${urlOf("admin")}/agents/laptop`);
		await owner.getByRole("link", { name: "down.md" }).waitFor();
	});
});

test("the owner has a shell's command in the container of the admin", async () => {
	expect(await compose("exec", "--no-TTY", "admin", "cairn-admin", "backup")).toMatch(/^Proven: /m);
});

test("every setting of compose.yaml stands in .env.example, with what it is without one", async () => {
	const read = (name: string) => readFile(join(checkout, name), "utf8");
	const used = new Map(
		[...(await read("compose.yaml")).matchAll(/\$\{(\w+):(?:-([^}]*)|\+[^}]*)\}/g)].map(
			([, name, value = ""]) => [name, value],
		),
	);
	const told = new Map(
		[...(await read(".env.example")).matchAll(/^#(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
	);
	expect(Object.fromEntries(told)).toEqual(Object.fromEntries(used));
});
