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
});

test("events of one kind on one object that follow each other are one thing, the newest first", () => {
	const groups = groupActivity([
		event("file.write", "a", 3),
		event("file.write", "a", 4),
		event("log.append", "l"),
		event("file.write", "a", 5),
	]);
	expect(groups.map(({ last, count, bytes }) => [last.action, count, bytes])).toEqual([
		["file.write", 1, 10],
		["log.append", 1, 10],
		["file.write", 2, 20],
	]);
	expect(groups[2]?.first.version).toBe(3);
	expect(groups[2]?.last.version).toBe(4);
});

test("nothing happened in an empty store", () => {
	expect(groupActivity([])).toEqual([]);
});

test("what happened to a file that was written again or deleted since is told of", () => {
	const groups = groupActivity([
		event("file.write", "kept", 1),
		event("log.append", "gone"),
		event("file.write", "gone", 1),
		event("file.write", "kept", 2),
		event("file.delete", "gone"),
	]);
	expect(groups.map(({ last, superseded, gone }) => [last.action, last.object, superseded, gone])).toEqual([
		["file.delete", "gone", false, false],
		["file.write", "kept", false, false],
		["file.write", "gone", true, true],
		["log.append", "gone", false, false],
		["file.write", "kept", true, false],
	]);
});
