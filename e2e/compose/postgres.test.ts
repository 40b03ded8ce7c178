import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connectModern } from "../mcp-clients.ts";
import { compose, docker, environment, evaluate, PORTS, PROJECT, up } from "./compose.ts";

const TOKEN = vi.hoisted(() => {
	process.env.COMPOSE_PROFILES = "postgres";
	process.env.TOOLS_REGISTRY_TOKEN = "the-token-that-all-share";
	return process.env.TOOLS_REGISTRY_TOKEN;
});

const POSTGRES = `${PROJECT}-postgres-1`;
const state = (what: string) => docker("inspect", "--format", `{{.${what}}}`, POSTGRES);

const everything = ["--profile", "*"];

beforeAll(async () => {
	await compose(...everything, "down", "--volumes");
	await up();
});

afterAll(() => compose(...everything, "down", "--volumes"));

const laptop = () =>
	connectModern({
		settings: {
			TOOLS_REGISTRY_URL: `http://127.0.0.1:${PORTS.registry}`,
			TOOLS_REGISTRY_TOKEN: TOKEN,
			CAIRN_AGENT: "laptop",
		},
	});

const inDatabase = (sql: string) =>
	compose("exec", "--no-TTY", "postgres", "psql", "--username=cairn", "--dbname=cairn", "-Atc", sql);

async function write(path: string): Promise<void> {
	await using agent = await laptop();
	const answer = await agent.call("write_file", { agent_id: "laptop", path, content: path });
	expect(answer.isError, JSON.stringify(answer.content)).toBeFalsy();
}

async function isThere(path: string): Promise<boolean> {
	await using agent = await laptop();
	const { content } = await agent.call("read_file", { agent_id: "laptop", path });
	return content[0]?.text.includes(`"content":"${path}"`) ?? false;
}

test("one setting puts the store on a PostgreSQL server that comes along", async () => {
	await write("plan.md");
	expect(await inDatabase("SELECT path FROM files")).toBe("plan.md");
	expect(await isThere("plan.md")).toBe(true);
});

test("the server runs as an ordinary user who can't become more, on a disk that can't be written, and is published nowhere", async () => {
	const look =
		"id -u; grep -E 'CapEff|NoNewPrivs' /proc/self/status | cut -f2; touch /x 2>/dev/null && echo written; true";
	const [user, capabilities, nothingMore, written] = (
		await compose("exec", "--no-TTY", "postgres", "sh", "-c", look)
	).split("\n");
	expect(user).not.toBe("0");
	expect([capabilities, nothingMore, written]).toEqual(["0000000000000000", "1", undefined]);
	expect(await docker("port", POSTGRES)).toBe("");
	expect(Number(await state("HostConfig.Memory"))).toBeGreaterThan(0);
});

test("what reads documents, and the toolbox, reach no database", async () => {
	const reach = `import { connect } from "node:net";
		const socket = connect({ host: "postgres", port: 5432, timeout: 3000 });
		for (const end of ["connect", "error", "timeout"])
			socket.once(end, () => { console.log(end); process.exit(); });`;
	expect(await evaluate("registry", reach)).toBe("connect");
	for (const service of ["convert", "mcp"] as const)
		expect(await evaluate(service, reach)).not.toBe("connect");
});

test("what was answered is there after the server was killed, and the others go on by themselves", async () => {
	await write("killed.md");
	const before = Number(await state("RestartCount"));
	process.kill(Number(await state("State.Pid")), "SIGKILL");
	await vi.waitFor(async () => {
		expect(Number(await state("RestartCount"))).toBeGreaterThan(before);
		expect(await state("State.Health.Status")).toBe("healthy");
	});
	await vi.waitFor(async () => expect(await isThere("killed.md")).toBe(true));
	await write("goes-on.md");
});

test("a backup of it is proven, and its volume survives that all is taken down", async () => {
	expect(await compose("exec", "--no-TTY", "admin", "cairn-admin", "backup")).toMatch(/^Proven: /m);
	await compose("down");
	await up();
	expect(await isThere("goes-on.md")).toBe(true);
});

test("a household's store moves along when the profile is chosen", async () => {
	await compose(...everything, "down", "--volumes");
	environment.COMPOSE_PROFILES = "";
	await up();
	await write("household.md");
	await compose("stop");
	environment.COMPOSE_PROFILES = "postgres";
	await compose("up", "--detach", "--wait", "postgres");
	const settings = ["--env", "DATABASE_URL_FILE=", "--env", "COPY_TO_DATABASE_URL_FILE=/database/url"];
	await compose("run", "--rm", "--no-TTY", "--no-deps", ...settings, "admin", "cairn-admin", "copy-store");
	await up();
	expect(await inDatabase("SELECT path FROM files")).toBe("household.md");
	expect(await isThere("household.md")).toBe(true);
});
