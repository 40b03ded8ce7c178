import type { Attacks } from "../refuse-table.ts";
import { get } from "./requests.ts";

/** Addresses of what lies outside of what is served. */
export const PATHS: Attacks = {
	"a file above the assets": { attempt: get("/assets/x/..%2f..%2fpackage.json"), status: 404 },
	"a file above the assets, with its dots as they are": {
		attempt: get("/assets/../../package.json"),
		status: 404,
	},
	"an asset that every object has": { attempt: get("/assets/x/constructor"), status: 404 },
	"the store as a backup": { attempt: get("/backups/..%2fcairn.db/file"), status: 404 },
	"the store as a backup by its absolute path": {
		attempt: get("/backups/%2fetc%2fpasswd/file"),
		status: 404,
	},
	"a backup with a NUL in its name": { attempt: get("/backups/x%00.db/file"), status: 404 },
	"an agent above the root": { attempt: get("/agents/..%2f..%2fetc/files"), status: 404 },
	"an agent that every object has": { attempt: get("/agents/__proto__"), status: 404 },
	"a file above its agent's": { attempt: get("/agents/ada/raw/..%2fbob%2fdiary.md"), status: 404 },
	"a file with a NUL in its path": { attempt: get("/agents/bob/files/diary.md%00"), status: 404 },
	"a script's file above its folder": {
		attempt: get("/scripts/greet/raw/..%2f..%2fcairn.db?version=x"),
		status: 404,
	},
	"a script that every object has": { attempt: get("/scripts/constructor"), status: 404 },
	"a claim that every object has": { attempt: get("/claims/__proto__"), status: 404 },
	"an escape that is none": { attempt: get("/agents/%c0%ae%c0%ae/files"), status: 404 },
	"half an escape": { attempt: get("/agents/%/files"), status: 404 },
	"another server's address": { attempt: get("//evil.example/"), status: 404 },
};
