import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { type OpenIdentity, openIdentity } from "./open-identity.ts";

const PROGRAM = join(import.meta.dirname, "identity-process.ts");

/** A process of its own on the store, which answers one question after the other. */
function start({ place, folder }: OpenIdentity) {
	const child = spawn(process.execPath, ["--import", "tsx", PROGRAM, JSON.stringify(place), folder], {
		stdio: ["pipe", "pipe", "inherit"],
	});
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	return {
		async ask(...question: string[]): Promise<unknown> {
			child.stdin.write(`${JSON.stringify(question)}\n`);
			const { value, done } = await lines.next();
			if (done === true) throw new Error("the process ended without an answer");
			return JSON.parse(value);
		},
		async [Symbol.asyncDispose]() {
			child.stdin.end();
			if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
		},
	};
}

test("a token that one process pauses, resumes or revokes is so in another with the next call", async () => {
	await using identity = await openIdentity();
	await using other = start(identity);
	const { token, record } = await identity.tokens.create({ agentId: "bot", label: "" });
	expect(await other.ask("authenticate", token)).toBe("agent:bot");
	await identity.tokens.pause(record.id);
	expect(await other.ask("authenticate", token)).toBe("paused");
	await identity.tokens.resume(record.id);
	expect(await other.ask("authenticate", token)).toBe("agent:bot");
	await identity.tokens.revoke(record.id);
	expect(await other.ask("authenticate", token)).toBe("revoked");
});

test("a rate limit is one for two processes that take from it at once", async () => {
	await using identity = await openIdentity();
	await using left = start(identity);
	await using right = start(identity);
	const taken = await Promise.all([left.ask("take", "40"), right.ask("take", "40")]);
	expect(Number(taken[0]) + Number(taken[1])).toBe(50);
	expect(await left.ask("take", "5")).toBe(0);
});

test("two processes that start at once have one claim code, which makes one owner", async () => {
	await using identity = await openIdentity();
	await using left = start(identity);
	await using right = start(identity);
	const codes = await Promise.all([left.ask("openClaim"), right.ask("openClaim")]);
	expect(codes[0]).toMatch(/^(\w{4}-){3}\w{4}$/);
	expect(codes[1]).toBe(codes[0]);
	const claims = await Promise.all([
		left.ask("claim", String(codes[0]), "the left password"),
		right.ask("claim", String(codes[0]), "the right password"),
	]);
	expect(claims.filter((answer) => String(answer).startsWith("ses_"))).toHaveLength(1);
	expect(claims).toContain("refused: not_found");
	// The two went by the real clock.
	identity.clock.advance(Date.now() - identity.clock.now());
	expect(await identity.owner.sessions()).toHaveLength(1);
	expect((await identity.deeds()).filter((deed) => deed.startsWith("owner.claim"))).toHaveLength(1);
	expect(await left.ask("openClaim")).toBe(null);
});
