import type { events } from "@cairn/store";
import { expect, test } from "vitest";
import { exportLine } from "./audit-export.ts";

const EVENT: events.StoredEvent = {
	...{ id: 1, at: 0, request_id: "r", agent_id: "ada", action: "file.write", object: "x" },
	...{ version: null, entry_id: null, bytes: -1, bytes_saved: 0, before_hash: null, after_hash: null },
	...{
		actor: "local",
		token_id: null,
		outcome: "ok",
		address: null,
		shape: null,
		prev_hash: null,
		hash: null,
	},
};

test.each([
	["=1+1", ",'=1+1,"],
	["-x.md", ",'-x.md,"],
	[" \t=1+1", ",' \t=1+1,"],
	["\n=1+1", ',"\'\n=1+1",'],
	["\uff1d1+1", ",'\uff1d1+1,"],
	["a=b", ",a=b,"],
	['say "no", then', ',"say ""no"", then",'],
])("a spreadsheet takes %j for no formula, and for one field", (object, field) => {
	expect(exportLine("csv", { ...EVENT, object })).toContain(field);
	expect(JSON.parse(exportLine("ndjson", { ...EVENT, object }))).toMatchObject({ object, bytes: -1 });
});
