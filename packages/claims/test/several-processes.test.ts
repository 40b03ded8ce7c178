import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { StorePlace } from "@cairn/store";
import { isOnPostgres } from "@cairn/store/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ClaimAnswer, openClaims } from "./open-claims.ts";

const CLAIMS_PROCESS = join(import.meta.dirname, "claims-process.ts");

/** A process of its own that asserts claims in one store: each line that it says is one that was answered. */
function start(place: StorePlace, args: readonly string[]) {
	const child = fork(CLAIMS_PROCESS, [JSON.stringify(place), ...args], {
		execArgv: ["--import", "tsx"],
		stdio: ["ignore", "ignore", "pipe", "ipc"],
	});
	child.stderr?.pipe(process.stderr);
	onTestFinished(() => void child.kill("SIGKILL"));
	const answered: string[] = [];
	child.on("message", (id) => answered.push(String(id)));
	return { child, answered, exit: once(child, "exit") };
}

describe("several processes on one store", () => {
	test("keep 40 of 40 claims that two of them assert side by side", async () => {
		await using claims = await openClaims();
		const processes = ["left", "right"].map((name) => start(claims.place, [name, "20"]));
		for (const { exit } of processes) expect((await exit)[0]).toBe(0);
		const kept = await claims.call<ClaimAnswer[]>("claims_list");
		expect(new Set(kept.map(({ id }) => id))).toEqual(new Set(processes.flatMap(({ answered }) => answered)));
		expect(kept).toHaveLength(40);
	});

	test("make one claim and two entries of its history when both assert the same", async () => {
		await using claims = await openClaims();
		const processes = ["same", "same"].map((name) => start(claims.place, [name, "1"]));
		for (const { exit } of processes) await exit;
		const [claim, ...others] = await claims.call<ClaimAnswer[]>("claims_list");
		expect(others).toEqual([]);
		expect(await claims.call("claim_history", { id: claim?.id })).toHaveLength(2);
	});

	test("lose nothing that was answered when one is killed, and leave nothing in halves", async () => {
		await using claims = await openClaims();
		const { child, answered, exit } = start(claims.place, ["killed", "100000"]);
		while (answered.length < 50) await once(child, "message");
		child.kill("SIGKILL");
		await exit;
		const read = claims.store.read;
		for (const id of answered) expect(await claims.call("claim_history", { id })).toHaveLength(1);
		const halves = await read.all(
			`SELECT id FROM claims c WHERE (SELECT count(*) FROM claim_changes WHERE claim_seq = c.seq) <> 1
			 OR (SELECT count(*) FROM events WHERE object = c.id) <> 1 OR c.seq NOT IN (SELECT ${isOnPostgres() ? "claim_seq" : "rowid"} FROM claim_grams)`,
		);
		expect(halves).toEqual([]);
		expect(await claims.call("claim_search", { query: "killed 1" })).not.toEqual([]);
	});
});
