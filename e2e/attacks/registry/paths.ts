import type { Attacks } from "../refuse-table.ts";
import { as, FILE, get } from "./requests.ts";

const OUTSIDE = "/registry/file?script=greet&path=";

/** Paths of what lies outside of what is served. */
export const PATHS: Attacks = {
	"a file above the root": {
		attempt: as("ada", { body: { ...FILE, path: "../bob/diary.md" } }),
		status: 400,
	},
	"a file by its absolute path": {
		attempt: as("ada", { body: { ...FILE, path: "/etc/passwd" } }),
		status: 400,
	},
	"a file with a NUL in its path": { attempt: as("ada", { body: { ...FILE, path: "a\0b" } }), status: 400 },
	"an agent above the root": {
		attempt: as("shared", { body: { ...FILE, agent_id: "../bob" } }),
		status: 400,
	},
	"a script's file above its folder": { attempt: get(`${OUTSIDE}../../cairn.db`), status: 400 },
	"a script's file above its folder, encoded": {
		attempt: get(`${OUTSIDE}%2e%2e%2f%2e%2e%2fcairn.db`),
		status: 400,
	},
	"a script's file by backslashes": { attempt: get(`${OUTSIDE}..%5c..%5ccairn.db`), status: 400 },
	"a script's file by its absolute path": { attempt: get(`${OUTSIDE}/etc/passwd`), status: 400 },
	"a script that is a folder above": { attempt: get("/registry/file?script=..&path=cairn.db"), status: 400 },
	"a script's file that every object has": { attempt: get(`${OUTSIDE}constructor`), status: 404 },
	"the store beside the client's package": { attempt: get("/client/..%2fcairn.db"), status: 404 },
	"an operation above its toolset": {
		attempt: as("ada", { path: "/api/scratchpad/..%2fclaims" }),
		status: 404,
	},
	"an operation that every object has": {
		attempt: as("ada", { path: "/api/scratchpad/constructor" }),
		status: 404,
	},
	"a toolset that every object has": { attempt: as("ada", { path: "/api/__proto__/toString" }), status: 404 },
	"another server's address": { attempt: get("//evil.example/registry"), status: 404 },
};
