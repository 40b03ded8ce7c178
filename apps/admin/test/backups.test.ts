import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type OpenAdmin, openAdmin } from "./open-admin.ts";

let admin: OpenAdmin;

beforeEach(async () => {
	admin = await openAdmin();
});

afterEach(() => admin[Symbol.asyncDispose]());

const write = (content: string) => admin.agent("write_file", { agent_id: "a", path: "notes.md", content });
const textOf = async (path: string) => (await admin.get(path)).text();

function post(path: string, form: Record<string, string> = {}) {
	return admin.request(path, {
		method: "POST",
		headers: { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded" },
		body: new URLSearchParams(form).toString(),
	});
}

/** Makes a backup as the button does; gives its name. */
async function backUp(): Promise<string> {
	await post("/backups");
	await admin.services.backupJobs.idle();
	return (await admin.services.backups.list())[0]?.name ?? "";
}

describe("the page of backups", () => {
	test("says what to do while there is none", async () => {
		const page = await textOf("/backups");
		expect(page).toContain("No backup yet");
		expect(page).toContain("Make a backup now");
		expect(await textOf("/")).toMatch(/none yet<\/span>.*the first comes at 02:00;/s);
	});

	test("makes one, says so meanwhile, and lists it as proven", async () => {
		await write("hello");
		const answer = await post("/backups");
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/backups"]);
		const meanwhile = await textOf("/backups");
		expect(meanwhile).toContain("A backup is being made and proved.");
		expect(meanwhile).toContain("every 1s");
		await admin.services.backupJobs.idle();
		const page = await textOf("/backups");
		expect(page).toContain("The backup was made and proved.");
		expect(page).toMatch(/state-live">proven/);
		expect(page).toContain("by hand");
		expect(await textOf("/")).toContain("the last one is proven:");
	});

	test("starts no second one while one is under way", async () => {
		await post("/backups");
		const second = await post("/backups");
		expect(second.status).toBe(503);
		expect(await second.text()).toContain("A backup or a restore is under way.");
		await admin.services.backupJobs.idle();
		expect(await admin.services.backups.list()).toHaveLength(1);
	});

	test("downloads the very file that was proven", async () => {
		const name = await backUp();
		const answer = await admin.get(`/backups/${name}/file`);
		expect(answer.headers.get("Content-Disposition")).toContain(`filename="${name}"`);
		expect(answer.headers.get("Content-Security-Policy")).toContain("sandbox");
		const bytes = Buffer.from(await answer.arrayBuffer());
		expect(Number(answer.headers.get("Content-Length"))).toBe(bytes.length);
		const [backup] = await admin.services.backups.list();
		expect(createHash("sha256").update(bytes).digest("hex")).toBe(backup?.sha256);
	});

	test("shows the drill of one with the rows of each table", async () => {
		await write("hello");
		const page = await textOf(`/backups/${await backUp()}`);
		expect(page).toContain("Restored into a scratch place: every page was sound");
		expect(page).toMatch(/<code>file_versions<\/code><\/th><td[^>]*>1</);
	});

	test("restores one, with a restore point, once the owner ticked what it does", async () => {
		await write("before");
		const name = await backUp();
		await write("after");
		const unticked = await post(`/backups/${name}/restore`);
		expect(unticked.status).toBe(422);
		expect(await unticked.text()).toContain("Tick that you know what a restore does");
		expect((await post(`/backups/${name}/restore`, { understood: "yes" })).status).toBe(303);
		await admin.services.backupJobs.idle();
		expect(await textOf("/backups")).toContain("The backup was restored.");
		expect(await textOf("/agents/a/files/notes.md")).toContain("before");
		const [restorePoint] = await admin.services.backups.list();
		expect(restorePoint).toMatchObject({ kind: "restore", state: "proven" });
		expect(await textOf("/")).toContain("restored a backup:");
	});

	test("tells why one could not be restored, and that nothing changed", async () => {
		const name = await backUp();
		writeFileSync(join(admin.services.backups.folder, name), "spoiled");
		expect(await textOf("/backups")).toContain("Its file has changed since it was proven.");
		await post(`/backups/${name}/restore`, { understood: "yes" });
		await admin.services.backupJobs.idle();
		const page = await textOf("/backups");
		expect(page).toContain("Nothing was restored; the store is as it was.");
		expect(page).toContain("its digest differs");
	});

	test.each(["/backups/nothing.db", "/backups/..%2Fcairn.db", "/backups/..%2Fcairn.db/file"])(
		"finds nothing at %s",
		async (path) => expect((await admin.get(path)).status).toBe(404),
	);

	test("says which ones there are of a time when the store was of the other kind", async () => {
		const name = await backUp();
		expect(await textOf("/backups")).not.toContain("of a time when");
		const other = "cairn-20251130T020000123Z-daily.tar";
		writeFileSync(join(admin.services.backups.folder, other), "");
		const page = await textOf("/backups");
		expect(page).toContain("Backups of a time when the store was in PostgreSQL are there too: 1.");
		expect(page).toContain(`<code>${other}</code>`);
		expect(page).toContain(name);
	});

	test("speaks German", async () => {
		const page = await (await admin.get("/backups", { "Accept-Language": "de" })).text();
		expect(page).toContain("Noch keine Sicherung");
		expect(page).toContain("Cairn sichert täglich um 02:00 Uhr");
	});
});

describe("on a German page", () => {
	const GERMAN = { "Accept-Language": "de" };
	const germanOf = async (path: string) => (await admin.get(path, GERMAN)).text();

	test("what the store says of a backup, and why a job wasn't done, is marked as English", async () => {
		const name = await backUp();
		writeFileSync(join(admin.services.backups.folder, name), "spoiled");
		await post(`/backups/${name}/restore`, { understood: "yes" });
		await admin.services.backupJobs.idle();
		const { end } = admin.services.backupJobs.last() ?? {};
		const changed = '<span lang="en">Its file has changed since it was proven.</span>';
		const page = await germanOf("/backups");
		expect(page).toContain(changed);
		expect(page).toContain(`<span lang="en">${end?.problem}</span>`);
		expect(await germanOf(`/backups/${name}`)).toContain(changed);
	});

	test("an error of a part is marked as English, and one of the page's own is not", async () => {
		await post("/backups");
		const refused = await admin.request("/backups", {
			method: "POST",
			headers: {
				...GERMAN,
				"Sec-Fetch-Site": "same-origin",
				"Content-Type": "application/x-www-form-urlencoded",
			},
		});
		expect(await refused.text()).toContain('<span lang="en">A backup or a restore is under way.');
		await admin.services.backupJobs.idle();
		const unknown = await germanOf("/backups/none.db");
		expect(unknown).toContain("Sicherung");
		expect(unknown).not.toContain('<span lang="en">');
	});
});
