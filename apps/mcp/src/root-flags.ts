import type { ParseArgsConfig } from "node:util";
import type { RootOptions } from "@cairn/confined-files";
import { CairnError } from "@cairn/kernel";

/** The flags that describe a root of files, for `parseArgs`. */
export const ROOT_FLAGS = {
	root: { type: "string" },
	include: { type: "string", multiple: true },
	exclude: { type: "string", multiple: true },
	"max-files": { type: "string" },
	"max-depth": { type: "string" },
	"max-directories": { type: "string" },
	"max-entries": { type: "string" },
	"max-file-bytes": { type: "string" },
	"max-scan-bytes": { type: "string" },
	"max-write-bytes": { type: "string" },
} as const satisfies ParseArgsConfig["options"];

type LimitFlag = Exclude<keyof typeof ROOT_FLAGS, "root" | "include" | "exclude">;

/** What `parseArgs` makes of them. */
export interface RootFlags extends Readonly<Partial<Record<LimitFlag | "root", string | undefined>>> {
	readonly include?: string[] | undefined;
	readonly exclude?: string[] | undefined;
}

const LIMITS = {
	"max-files": "maxFiles",
	"max-depth": "maxDepth",
	"max-directories": "maxDirectories",
	"max-entries": "maxEntries",
	"max-file-bytes": "maxFileBytes",
	"max-scan-bytes": "maxScanBytes",
	"max-write-bytes": "maxWriteBytes",
} as const satisfies Record<LimitFlag, keyof NonNullable<RootOptions["limits"]>>;

/**
 * The root that the flags describe; undefined when none of them is given.
 * @throws CairnError `invalid_input`, naming the flag that is missing or can't be used.
 */
export function readRootFlags(flags: RootFlags): RootOptions | undefined {
	const given = Object.keys(ROOT_FLAGS).filter((flag) => flags[flag as keyof RootFlags] !== undefined);
	if (given.length === 0) return undefined;
	if (flags.root === undefined) throw invalid(`--${given[0]} needs --root DIR beside it.`);
	return {
		root: flags.root,
		include: flags.include ?? [],
		exclude: flags.exclude ?? [],
		limits: Object.fromEntries(readLimits(flags)),
	};
}

function* readLimits(flags: RootFlags): Generator<[string, number]> {
	for (const [flag, limit] of Object.entries(LIMITS)) {
		const text = flags[flag as LimitFlag];
		if (text === undefined) continue;
		const value = Number(text);
		if (!/^\d+$/.test(text) || value < 1 || !Number.isSafeInteger(value)) {
			throw invalid(
				`--${flag} must be a whole number of at least 1; it is ${JSON.stringify(text.slice(0, 40))}.`,
			);
		}
		yield [limit, value];
	}
}

function invalid(message: string): CairnError {
	return new CairnError("invalid_input", message);
}
