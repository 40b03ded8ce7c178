import type { events } from "@cairn/store";
import { expect, test } from "vitest";
import { groupActivity } from "./group-activity.ts";

let id = 0;
const event = (
	action: events.EventAction,
	object: string,
	version: number | null = null,
): events.StoredEvent => ({
	id: ++id,
	at: id,
	request_id: "req_1",
	agent_id: "bot",
	action,
	object,
	version,
	entry_id: null,
	bytes: 10,
	bytes_saved: 1,
	before_hash: null,
	after_hash: null,
	actor: "local",
	token_id: null,
	outcome: "ok",
	address: null,
	shape: null,
	prev_hash: null,
	hash: null,
});

test("events of one kind on one object that follow each other are one thing, the newest first", () => {
	const groups = groupActivity([
		event("log.append", "a"),
		event("log.append", "a"),
		event("log.append", "b"),
		event("file.write", "a", 5),
	]);
	expect(groups.map(({ last, count, bytes }) => [last.action, last.object, count, bytes])).toEqual([
		["file.write", "a", 1, 10],
		["log.append", "b", 1, 10],
		["log.append", "a", 2, 20],
	]);
});

test("what an agent writes in one go is one thing, with each file's own change", () => {
	const [group, ...others] = groupActivity([
		event("file.write", "a", 3),
		event("file.write", "b", 1),
		event("file.write", "a", 4),
	]);
	expect(others).toEqual([]);
	expect(group?.count).toBe(3);
	expect(group?.writes).toEqual([
		{ path: "a", version: 4, changedFrom: 2, gone: false },
		{ path: "b", version: 1, changedFrom: undefined, gone: false },
	]);
});

test("writes of another agent, or much later ones to other files, are things of their own", () => {
	const at = 10_000_000;
	const groups = groupActivity([
		{ ...event("file.write", "a", 1), at },
		{ ...event("file.write", "a", 2), at: at + 3_600_000 },
		{ ...event("file.write", "b", 1), at: at + 7_200_000 },
		{ ...event("file.write", "c", 1), at: at + 7_200_001, agent_id: "other" },
	]);
	expect(groups.map(({ objects }) => objects)).toEqual([["c"], ["b"], ["a"]]);
});

test("a change can be looked at for as long as both its versions are kept", () => {
	const versions = Array.from({ length: 13 }, (_, index) => [
		event("file.write", "a", index + 1),
		event("log.append", "log"),
	]);
	const changes = groupActivity(versions.flat()).flatMap(({ writes }) => writes.map((it) => it.changedFrom));
	expect(changes).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, undefined, undefined, undefined, undefined]);
});

test("runs that failed are things apart from those that went well", () => {
	const failed = (object: string) => ({ ...event("script.run", object), outcome: "failed" as const });
	const runs = [event("script.run", "echo"), failed("echo"), failed("echo"), event("script.run", "echo")];
	expect(groupActivity(runs).map(({ last, count }) => [last.outcome, count])).toEqual([
		["ok", 1],
		["failed", 2],
		["ok", 1],
	]);
});

test("scripts that are found together are one thing, and runs of one script by one agent another", () => {
	const found = (object: string, at: number) => ({ ...event("script.see", object), agent_id: "", at });
	const groups = groupActivity([
		found("echo", 1_000),
		found("hello", 1_010),
		found("echo", 1_020),
		found("late", 90_000),
		event("script.run", "echo"),
		event("script.run", "echo"),
		event("script.run", "hello"),
	]);
	expect(groups.map(({ last, objects, count }) => [last.action, objects, count])).toEqual([
		["script.run", ["hello"], 1],
		["script.run", ["echo"], 2],
		["script.see", ["late"], 1],
		["script.see", ["echo", "hello"], 3],
	]);
});

test("nothing happened in an empty store", () => {
	expect(groupActivity([])).toEqual([]);
});

test("a file that was deleted since is gone, and one that came again has lost its old versions", () => {
	const groups = groupActivity([
		event("file.write", "again", 2),
		event("log.append", "gone"),
		event("file.write", "gone", 2),
		event("file.delete", "gone"),
		event("file.delete", "again"),
		event("file.write", "again", 1),
	]);
	expect(groups.map(({ last, gone }) => [last.action, last.object, gone])).toEqual([
		["file.write", "again", false],
		["file.delete", "again", false],
		["file.delete", "gone", false],
		["file.write", "gone", true],
		["log.append", "gone", false],
		["file.write", "again", false],
	]);
	expect(groups.flatMap(({ writes }) => writes.map(({ changedFrom }) => changedFrom))).toEqual([
		undefined,
		undefined,
		undefined,
	]);
});
