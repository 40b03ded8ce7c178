/** What is looked at when something doesn't work, in the order in which it is told. */
export const CHECKS = [
	"address",
	"proxy",
	"clock",
	"store",
	"database",
	"disk",
	"permissions",
	"versions",
	"engines",
	"convert_token",
] as const;

export type CheckName = (typeof CHECKS)[number];

/** What a check found, by a stable code with the values that its sentence needs. */
export type Finding = {
	readonly check: CheckName;
	readonly status: "ok" | "warning" | "failed" | "left_out";
} & Found;

export type Found =
	| { readonly code: "answers" | "answers_untried"; readonly url: string }
	| {
			readonly code: "refused" | "slow" | "unreachable" | "not_registry";
			readonly url: string;
			readonly setting: AddressSetting;
	  }
	| { readonly code: "status"; readonly url: string; readonly http: number }
	| { readonly code: "wrong_token"; readonly setting: AddressSetting }
	| { readonly code: "token_wanted" | "no_server" | "server_wanted" }
	| { readonly code: "no_proxy" }
	| { readonly code: "proxy_unused"; readonly names: string }
	| { readonly code: "clock_right" | "clock_unknown" }
	| { readonly code: "clock_differs"; readonly seconds: number }
	| { readonly code: "clock_past"; readonly year: number }
	| {
			readonly code: "disk_free" | "disk_low" | "disk_full";
			readonly folder: string;
			readonly bytes: number;
	  }
	| {
			readonly code: "database_answers" | "database_slow";
			readonly version: string;
			readonly milliseconds: number;
			readonly bytes: number;
	  }
	| { readonly code: "connections_left"; readonly used: number; readonly most: number }
	| {
			readonly code: "connections_short";
			readonly used: number;
			readonly most: number;
			readonly setting: DatabaseSetting;
	  }
	| {
			readonly code: "database_away" | "database_refuses" | "database_alone";
			readonly setting: DatabaseSetting;
	  }
	| { readonly code: "backups_provable" }
	| { readonly code: "backup_programs_missing"; readonly wanted: number }
	| { readonly code: "drill_refused"; readonly role: string }
	| { readonly code: "store_there" | "store_missing"; readonly folder: string }
	| { readonly code: "writable" | "unwritable" | "no_folder" | "readable_by_others"; readonly path: string }
	| { readonly code: "versions"; readonly cairn: string; readonly node: string }
	| { readonly code: "old_node"; readonly node: string; readonly wanted: string }
	| { readonly code: "engines_ready" | "engines_missing"; readonly names: string }
	| { readonly code: "no_converter" }
	| { readonly code: "converter_away" | "not_converter"; readonly url: string }
	| { readonly code: "convert_token_taken" | "convert_token_refused" | "convert_token_unfit" }
	| { readonly code: "convert_token_unknown"; readonly http: number };

/** Where the registry's address is set: on the server, and on a laptop. */
export type AddressSetting = "REGISTRY_URL" | "TOOLS_REGISTRY_URL";

/** Where the address of the database that holds the store is set: on the server, and on a laptop. */
export type DatabaseSetting = "DATABASE_URL" | "CAIRN_DATABASE_URL";

/** A sentence that says what was found, and what to do where something is. */
export interface Told {
	readonly says: string;
	readonly todo?: string | undefined;
}

/** The sentences of a language. */
export type Sentences = (found: Found) => Told;
