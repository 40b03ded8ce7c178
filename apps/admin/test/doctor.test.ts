import { expect, test } from "vitest";
import { openAdmin } from "./open-admin.ts";

test("the doctor says what is wrong, what to do, and what is well", async () => {
	await using admin = await openAdmin();
	const page = await (await admin.get("/doctor")).text();
	expect(page).toContain("http://127.0.0.1:9 can&#39;t be reached.");
	expect(page).toContain("Check the name in REGISTRY_URL, the network and the firewall of the server.");
	expect(page).toContain("No proxy is set in the environment.");
	expect(page).toContain("No convert service is named; TOOLS_CONVERT_URL would name one.");
});

test("the doctor speaks German", async () => {
	await using admin = await openAdmin();
	const page = await (await admin.get("/doctor", { "Accept-Language": "de" })).text();
	expect(page).toContain("http://127.0.0.1:9 ist nicht erreichbar.");
});

test("metrics of the admin want this machine or the token", async () => {
	await using admin = await openAdmin();
	expect((await admin.get("/metrics")).status).toBe(401);
	expect((await admin.get("/metrics", { Authorization: "Bearer anything" })).status).toBe(401);
});
