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
	evaluate,
	inspect,
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

beforeAll(async () => {
	await compose("down", "--volumes");
	await up();
	browser = await startBrowser();
	owner = await (await browser.newContext({ locale: "en-GB" })).newPage();
});

afterAll(async () => {
	await browser?.close();
	await compose("down", "--volumes");
});

/** What a tool answered, in the text that every client shows. */
const answered = ({ content }: ToolAnswer): unknown => JSON.parse(content[0]?.text ?? "");

const laptop = () => ({ settings: { TOOLS_REGISTRY_URL: urlOf("registry"), TOOLS_REGISTRY_TOKEN: token } });

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
			env: { ...process.env, COMPOSE_PROJECT_NAME: PROJECT },
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
	const engines = await (await fetch(`${urlOf("convert")}/health?verbose=1`)).json();
	expect(Object.values(engines.engines).map((engine) => (engine as { status: string }).status)).not.toContain(
		"missing",
	);
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

	test("after it ran out of memory", async () => {
		await write("memory.md");
		const before = await restarts("registry");
		await docker("update", "--memory", "40m", "--memory-swap", "40m", containerOf("registry"));
		await vi.waitFor(async () => expect(await restarts("registry")).toBeGreaterThan(before));
		await docker("update", "--memory", "512m", "--memory-swap", "512m", containerOf("registry"));
		await isBack("registry", before);
		await expectThere("memory.md");
	});

	test("after the whole set was taken down and up", async () => {
		await write("down.md");
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
		[...(await read("compose.yaml")).matchAll(/\$\{(\w+):-([^}]*)\}/g)].map(([, name, value]) => [
			name,
			value,
		]),
	);
	const told = new Map(
		[...(await read(".env.example")).matchAll(/^#(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
	);
	expect(Object.fromEntries(told)).toEqual(Object.fromEntries(used));
});
