import { expect, test } from "vitest";
import { manifestOf, RULES } from "../../test/scripts-on-disk.ts";
import { inputJsonSchema, inputSchema } from "./input-schema.ts";
import type { Manifest } from "./manifest.ts";
import { parseManifest } from "./parse-manifest.ts";

const manifest = parse(`inputs:
  text: { type: string, description: "What to say", required: true }
  level: { type: integer, default: 3 }
  mode: { type: string, enum: [check, apply], default: check }
  share: { type: number, enum: [0.5, 1] }
  loud: { type: boolean }
`);

function parse(inputs: string): Manifest {
	const parsed = parseManifest(Buffer.from(manifestOf("a", inputs)), RULES);
	if ("fault" in parsed) throw new Error(parsed.fault.reason);
	return parsed.manifest;
}

test("the arguments of a script are those of its manifest and run_id", () => {
	expect(inputJsonSchema(manifest)).toMatchInlineSnapshot(`
		{
		  "additionalProperties": false,
		  "properties": {
		    "level": {
		      "default": 3,
		      "type": "integer",
		    },
		    "loud": {
		      "type": "boolean",
		    },
		    "mode": {
		      "default": "check",
		      "enum": [
		        "check",
		        "apply",
		      ],
		      "type": "string",
		    },
		    "run_id": {
		      "description": "Reuse a run's id to work on in its directory; leave it out for a new one.",
		      "pattern": "^[A-Za-z0-9_-]{1,64}$",
		      "type": "string",
		    },
		    "share": {
		      "enum": [
		        0.5,
		        1,
		      ],
		      "type": "number",
		    },
		    "text": {
		      "description": "What to say",
		      "type": "string",
		    },
		  },
		  "required": [
		    "text",
		  ],
		  "type": "object",
		}
	`);
});

test("what is left out takes its default", () => {
	expect(inputSchema(manifest).parse({ text: "hi" })).toEqual({ text: "hi", level: 3, mode: "check" });
});

test.each([
	["a missing argument", {}],
	["another type", { text: 5 }],
	["a number for an integer", { text: "a", level: 1.5 }],
	["a value outside the enum", { text: "a", mode: "force" }],
	["an unknown argument", { text: "a", txet: "b" }],
	["a run id that climbs", { text: "a", run_id: "../x" }],
	["an empty run id", { text: "a", run_id: "" }],
])("%s is refused", (_what, input) => {
	expect(inputSchema(manifest).safeParse(input).success).toBe(false);
});
