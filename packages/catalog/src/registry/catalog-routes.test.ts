import { rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { registryFixture } from "../../test/registry-server.ts";
import { manifestOf, temporaryFolder, writeScript } from "../../test/scripts-on-disk.ts";
import { readSignedSnapshot } from "../signature/signed-snapshot.ts";
import { createCatalogRoutes } from "./catalog-routes.ts";

const snapshot = z.looseObject({
	version: z.string(),
	scripts: z.array(z.unknown()),
	broken: z.array(z.unknown()),
});

describe("GET /registry", () => {
	test("lists the scripts with manifests, files and digests, signed", async () => {
		const { url, folder, sign } = await registryFixture();
		await writeScript(folder, "my-dir", { manifest: manifestOf("my_tool") });
		await writeScript(folder, "broken", { manifest: "name: [" });
		const response = await fetch(`${url}/registry`);
		const body = snapshot.parse(await response.json());
		expect(response.headers.get("etag")).toBe(`"${body.version}"`);
		expect(body.scripts).toEqual([
			{
				name: "my-dir",
				manifest: {
					name: "my_tool",
					description: "Does my_tool.",
					exec: "run.sh",
					inputs: {},
					requires: [],
					secrets: [],
				},
				files: ["manifest.yaml", "run.sh"],
				digests: expect.objectContaining({
					"run.sh": { sha256: expect.stringMatching(/^[0-9a-f]{64}$/), size: 22, executable: true },
				}),
			},
		]);
		expect(body.broken).toMatchObject([
			{ dir: "broken", file: "manifest.yaml", line: 1, serving: "nothing" },
		]);
		expect(JSON.stringify(body)).not.toContain(folder);
		expect(readSignedSnapshot(body)).toMatchObject({ key: sign.publicKey });
	});

	test("answers 304 while the version is the same, and the change at once", async () => {
		const { url, folder } = await registryFixture();
		await writeScript(folder, "echo");
		const etag = (await fetch(`${url}/registry`)).headers.get("etag") ?? "";
		const ask = (tag: string) => fetch(`${url}/registry`, { headers: { "if-none-match": tag } });
		expect((await ask(etag)).status).toBe(304);
		expect((await ask(`"x", W/${etag}`)).status).toBe(304);
		expect((await ask('"x"')).status).toBe(200);
		await writeFile(join(folder, "echo/run.sh"), "#!/bin/sh\n");
		const changed = await ask(etag);
		expect(changed.status).toBe(200);
		expect(changed.headers.get("etag")).not.toBe(etag);
	});

	test("lets those who ask within a moment share one look at the folder, and signs a version once", async () => {
		const { source, sign } = await registryFixture();
		let looks = 0;
		const counted = {
			current: () => source.current(),
			watch: source.watch,
			refresh: () => {
				looks++;
				return source.refresh();
			},
			[Symbol.asyncDispose]: async () => {},
		};
		const app = createCatalogRoutes({ source: counted, sign, serialOf: async () => 7, lookSharedMs: 60_000 });
		const answers = await Promise.all(Array.from({ length: 20 }, () => app.request("/registry")));
		expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
		expect(looks).toBe(1);
		expect(await answers[0]?.json()).toMatchObject({ serial: 7 });
	});

	test("doesn't wait for a folder that hangs", async () => {
		const { source, sign } = await registryFixture();
		const hanging = {
			...source,
			current: () => source.current(),
			refresh: () => new Promise<never>(() => {}),
			watch: source.watch,
		};
		const app = createCatalogRoutes({ source: hanging, sign, serialOf: async () => 1, freshWithinMs: 20 });
		expect((await app.request("/registry")).status).toBe(200);
	});
});

describe("GET /registry/file", () => {
	test("gives a file's bytes as nothing that a browser would run", async () => {
		const { url, folder, source } = await registryFixture();
		await writeScript(folder, "echo", { "assets/ä b.html": "<script>" });
		await source.refresh();
		const response = await fetch(
			`${url}/registry/file?script=echo&path=${encodeURIComponent("assets/ä b.html")}`,
		);
		expect(await response.text()).toBe("<script>");
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"content-type": "application/octet-stream",
			"x-content-type-options": "nosniff",
			"content-length": "8",
		});
	});

	test.each([
		["script=echo&path=../other/run.sh", 400],
		["script=echo&path=..%2Fother%2Frun.sh", 400],
		["script=echo&path=/etc/passwd", 400],
		["script=echo&path=a/../../other/run.sh", 400],
		["script=echo&path=./run.sh", 400],
		["script=echo&path=a%00b", 400],
		["script=echo&path=", 400],
		["script=echo", 400],
		["script=../echo&path=run.sh", 400],
		["script=.&path=echo/run.sh", 400],
		["path=run.sh", 400],
		["script=echo&path=secret", 400],
		["script=echo&path=folder/secret", 400],
		["script=echo&path=absent", 404],
		["script=absent&path=run.sh", 404],
		["script=echo&path=constructor", 404],
		["script=echo&path=assets", 404],
		["script=echo&path=run.sh~", 404],
	])("?%s is %i", async (query, status) => {
		const { url, folder, source } = await registryFixture();
		const outside = temporaryFolder();
		await writeFile(join(outside, "secret"), "secret");
		const script = await writeScript(folder, "echo", { "assets/a": "", "run.sh~": "" });
		await writeScript(folder, "other");
		await symlink(join(outside, "secret"), join(script, "secret"));
		await symlink(outside, join(script, "folder"));
		await source.refresh();
		const response = await fetch(`${url}/registry/file?${query}`);
		expect(response.status).toBe(status);
		expect(response.headers.get("content-type")).toBe("application/problem+json");
		expect(await response.text()).not.toMatch(/"secret"|\/tmp\/cairn/);
	});

	test("gives the bytes of the version that the catalog lists, also while somebody edits", async () => {
		const { url, folder, source } = await registryFixture();
		const script = await writeScript(folder, "echo", { run: "#!/bin/sh\necho old\n" });
		await source.refresh();
		await writeFile(join(script, "run.sh"), "#!/bin/sh\necho ha");
		expect(await (await fetch(`${url}/registry/file?script=echo&path=run.sh`)).text()).toContain("echo old");
	});

	test("is not fooled by a link that takes a file's place later", async () => {
		const { url, folder, source } = await registryFixture();
		const script = await writeScript(folder, "echo");
		await source.refresh();
		await rename(join(script, "run.sh"), join(script, "old"));
		await symlink("/etc/passwd", join(script, "run.sh"));
		expect(await (await fetch(`${url}/registry/file?script=echo&path=run.sh`)).text()).toContain("echo echo");
	});
});

test.each(["/registry", "/registry/file?script=echo&path=run.sh", "/registry/events"])(
	"%s is only read",
	async (path) => {
		const { url } = await registryFixture();
		for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
			const response = await fetch(url + path, { method });
			expect(response.status).toBe(405);
			expect(response.headers.get("allow")).toContain("GET");
		}
	},
);

test("GET /registry/events tells the version at the start and at each change", async () => {
	const { url, folder, source } = await registryFixture();
	const { version } = await source.refresh();
	const stop = new AbortController();
	const response = await fetch(`${url}/registry/events`, { signal: stop.signal });
	expect(response.headers.get("content-type")).toMatch(/text\/event-stream/);
	let text = "";
	const reading = (async () => {
		for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
	})().catch(() => {});
	await vi.waitFor(() => expect(text).toBe(event(version)));
	await writeScript(folder, "new");
	await vi.waitFor(() => expect(source.current().version).not.toBe(version));
	await vi.waitFor(() => expect(text).toBe(event(version) + event(source.current().version)));
	stop.abort();
	await reading;
});

function event(version: string): string {
	return `event: version\ndata: {"version":"${version}"}\nid: ${version}\n\n`;
}
