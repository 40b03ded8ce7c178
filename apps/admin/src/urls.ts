import { pathToUrlPath } from "./path-segments.ts";

type QueryValue = string | number | boolean | readonly number[] | undefined;

export interface FileQuery {
	version?: number | undefined;
	/** The first line to show. */
	from?: number | undefined;
	/** A line to show whole, however long it is. */
	whole?: number | undefined;
	all?: boolean | undefined;
	/** Give only what is new to who has this version before him. */
	seen?: number | undefined;
	/** Say that this version was restored. */
	restored?: number | undefined;
}

export interface DiffQuery extends OpenQuery {
	from?: number | undefined;
	to?: number | undefined;
	view?: "unified" | "split" | undefined;
	context?: number | undefined;
	/** Take lines that differ in white space alone for equal. */
	space?: "ignore" | undefined;
	all?: boolean | undefined;
}

/** Which hidden lines of one file's diff are shown, and where it starts. */
export interface OpenQuery {
	/** New line numbers at which gaps of equal lines are opened. */
	open?: readonly number[] | undefined;
	/** The new line number at which hidden lines start that are asked for alone. */
	gap?: number | undefined;
	/** The row to start at, counted from 0. */
	start?: number | undefined;
}

/** Which entries of a log are looked for. */
export interface LogFilterQuery {
	q?: string | undefined;
	/** A date such as 2026-11-30, from which on, and up to which, that day included. */
	since?: string | undefined;
	until?: string | undefined;
}

export interface LogQuery extends LogFilterQuery {
	before?: number | undefined;
	after?: number | undefined;
	/** Show this entry alone and whole. */
	entry?: number | undefined;
}

/** Which entries of the audit a page shows. */
export interface AuditQuery {
	agent?: string | undefined;
	action?: string | undefined;
	outcome?: string | undefined;
	/** A date such as 2026-11-30, from which on, and up to which, that day included. */
	since?: string | undefined;
	until?: string | undefined;
	/** Those before the entry with this id. */
	before?: number | undefined;
}

/** Which events the timeline shows. */
export interface TimelineQuery {
	agent?: string | undefined;
	kind?: string | undefined;
	/** A date such as 2026-11-30, from which on, and up to which, that day included. */
	since?: string | undefined;
	until?: string | undefined;
	/** Those before the event with this id. */
	before?: number | undefined;
}

export interface PathListQuery {
	prefix?: string | undefined;
	cursor?: string | undefined;
}

export interface FilesQuery extends PathListQuery {
	/** In which order: by path, unless told. */
	sort?: string | undefined;
	/** What is in one folder, which `prefix` names, in place of all files that begin with it. */
	view?: "folder" | undefined;
}

/** Which changes a page follows: all, unless told. */
export interface ChangesQuery {
	agent?: string | undefined;
	/** The first word of their actions. */
	about?: "file" | "log" | "claim" | "routine" | "backup" | undefined;
	path?: string | undefined;
	/** Those after the event with this id. */
	after?: number | undefined;
}

export interface SourceQuery {
	/** The digest of a version; the newest unless told. */
	version?: string | undefined;
	from?: number | undefined;
	/** A line to show whole, however long it is. */
	whole?: number | undefined;
	all?: boolean | undefined;
}

export interface ScriptDiffQuery {
	/** The digest of a version, or {@link NOTHING}. */
	from?: string | undefined;
	to?: string | undefined;
	view?: "unified" | "split" | undefined;
	all?: boolean | undefined;
}

/** Which claims a list shows, in which order, and as of when. */
export interface ClaimsQuery {
	q?: string | undefined;
	/** A state, or `stale` for what has lost half of its confidence. */
	state?: string | undefined;
	kind?: string | undefined;
	volatility?: string | undefined;
	entity?: string | undefined;
	sort?: string | undefined;
	/** In so many days, or a date such as 2026-11-30; now, unless told. */
	asof?: string | undefined;
	cursor?: string | undefined;
}

export interface ClaimQuery {
	asof?: string | undefined;
	/** Show evidence whole, however long it is. */
	all?: boolean | undefined;
}

export interface ContradictionsQuery {
	/** The id of a claim, with the kind of the contradiction that it has a part in. */
	of?: string | undefined;
	kind?: string | undefined;
	cursor?: string | undefined;
	/** Where a page of those that were kept begins. */
	kept?: string | undefined;
}

export interface DecayQuery {
	show?: "stale" | "coming" | "calendar" | undefined;
	/** Such as 2026-11. */
	month?: string | undefined;
	/** A date, from which on claims are listed that go stale. */
	from?: string | undefined;
	asof?: string | undefined;
	cursor?: string | undefined;
}

/** The side of a comparison that holds no file at all. */
export const NOTHING = "none";

export type Urls = ReturnType<typeof createUrls>;

/** Every address of the UI, under `basePath` (empty, or such as `/cairn`). No page writes an href by hand. */
export function createUrls(basePath: string) {
	const agent = (id: string) => `${basePath}/agents/${encodeURIComponent(id)}`;
	const script = (dir: string) => `${basePath}/scripts/${encodeURIComponent(dir)}`;
	const token = (id: string, tokenId: string) => `${agent(id)}/tokens/${encodeURIComponent(tokenId)}`;
	const backup = (name: string) => `${basePath}/backups/${encodeURIComponent(name)}`;
	const claim = (id: string) => `${basePath}/claims/${encodeURIComponent(id)}`;
	const routine = (id: string) => `${basePath}/routines/${encodeURIComponent(id)}`;
	return {
		basePath,
		home: () => `${basePath}/`,
		timeline: (query: TimelineQuery = {}) => withQuery(`${basePath}/timeline`, { ...query }),
		connect: () => `${basePath}/connect`,
		preferences: () => `${basePath}/preferences`,
		setup: () => `${basePath}/setup`,
		login: (query: { next?: string; ended?: boolean } = {}) => withQuery(`${basePath}/login`, query),
		logout: () => `${basePath}/logout`,
		settings: (query: { done?: string } = {}) => withQuery(`${basePath}/settings`, query),
		settingsPassword: () => `${basePath}/settings/password`,
		settingsSession: (id: string) => `${basePath}/settings/sessions/${encodeURIComponent(id)}/end`,
		settingsHosts: () => `${basePath}/settings/hosts`,
		settingsHost: (name: string) => `${basePath}/settings/hosts/${encodeURIComponent(name)}/removal`,
		audit: (query: AuditQuery = {}) => withQuery(`${basePath}/audit`, { ...query }),
		auditExport: (format: "ndjson" | "csv", query: AuditQuery) =>
			withQuery(`${basePath}/audit/export.${format}`, { ...query }),
		auditVerification: () => `${basePath}/audit/verification`,
		asset: (folder: string, name: string) => `${basePath}/assets/${folder}/${name}`,
		agents: (query: { cursor?: string | undefined; deleted?: string } = {}) =>
			withQuery(`${basePath}/agents`, query),
		agent,
		newAgent: () => `${basePath}/new-agent`,
		agentDeletion: (id: string) => `${agent(id)}/deletion`,
		tokens: (id: string) => `${agent(id)}/tokens`,
		newToken: (id: string) => `${agent(id)}/tokens/new`,
		tokenPause: (id: string, tokenId: string) => `${token(id, tokenId)}/pause`,
		tokenResumption: (id: string, tokenId: string) => `${token(id, tokenId)}/resumption`,
		shownToken: (id: string, tokenId: string) => `${token(id, tokenId)}/secret`,
		tokenRotation: (id: string, tokenId: string) => `${token(id, tokenId)}/rotation`,
		tokenRevocation: (id: string, tokenId: string) => `${token(id, tokenId)}/revocation`,
		files: (id: string, query: FilesQuery = {}) => withQuery(`${agent(id)}/files`, { ...query }),
		file: (id: string, path: string, query: FileQuery = {}) =>
			withQuery(`${agent(id)}/files/${pathToUrlPath(path)}`, { ...query }),
		restoration: (id: string, path: string) => `${agent(id)}/restoration/${pathToUrlPath(path)}`,
		raw: (id: string, path: string, version?: number) =>
			withQuery(`${agent(id)}/raw/${pathToUrlPath(path)}`, { version }),
		diff: (id: string, path: string, query: DiffQuery = {}) =>
			withQuery(`${agent(id)}/diff/${pathToUrlPath(path)}`, { ...query }),
		logs: (id: string, query: PathListQuery = {}) => withQuery(`${agent(id)}/logs`, { ...query }),
		log: (id: string, path: string, query: LogQuery = {}) =>
			withQuery(`${agent(id)}/logs/${pathToUrlPath(path)}`, { ...query }),
		logExport: (id: string, path: string, query: LogFilterQuery = {}) =>
			withQuery(`${agent(id)}/log-export/${pathToUrlPath(path)}`, { ...query }),
		events: (id: string, path: string, query: LogFilterQuery = {}) =>
			withQuery(`${agent(id)}/events/${pathToUrlPath(path)}`, { ...query }),
		scripts: (query: { after?: string | undefined } = {}) => withQuery(`${basePath}/scripts`, query),
		scriptsClear: () => `${basePath}/scripts-clear`,
		convert: (query: { test?: boolean } = {}) => withQuery(`${basePath}/convert`, query),
		laptops: () => `${basePath}/laptops`,
		backups: (query: { after?: string | undefined } = {}) => withQuery(`${basePath}/backups`, query),
		backup,
		doctor: () => `${basePath}/doctor`,
		backupFile: (name: string) => `${backup(name)}/file`,
		backupRestore: (name: string) => `${backup(name)}/restore`,
		changes: (query: ChangesQuery = {}) => withQuery(`${basePath}/changes`, { ...query }),
		scriptEvents: (query: { dir?: string; after?: number }) =>
			withQuery(`${basePath}/script-events`, { ...query }),
		script: (dir: string, version?: string) => withQuery(script(dir), { version }),
		scriptFiles: (dir: string, query: { version?: string | undefined; after?: string | undefined } = {}) =>
			withQuery(`${script(dir)}/files`, { ...query }),
		scriptVersions: (dir: string) => `${script(dir)}/versions`,
		scriptRuns: (dir: string, after?: string) => withQuery(`${script(dir)}/runs`, { after }),
		scriptSource: (dir: string, path: string, query: SourceQuery = {}) =>
			withQuery(`${script(dir)}/source/${scriptPath(path)}`, { ...query }),
		scriptRaw: (dir: string, path: string, version: string) =>
			withQuery(`${script(dir)}/raw/${scriptPath(path)}`, { version }),
		scriptDiff: (dir: string, query: ScriptDiffQuery = {}) => withQuery(`${script(dir)}/diff`, { ...query }),
		scriptFileDiff: (dir: string, path: string, query: ScriptDiffQuery & OpenQuery) =>
			withQuery(`${script(dir)}/diff/${scriptPath(path)}`, { ...query }),
		scriptOffer: (dir: string) => `${script(dir)}/offer`,
		scriptApproval: (dir: string) => `${script(dir)}/approval`,
		claims: (query: ClaimsQuery = {}) => withQuery(`${basePath}/claims`, { ...query }),
		newClaim: (query: { entity?: string | undefined; instead?: string | undefined } = {}) =>
			withQuery(`${basePath}/claims/new`, query),
		claimsBulk: () => `${basePath}/claims/bulk`,
		claim: (id: string, query: ClaimQuery = {}) => withQuery(claim(id), { ...query }),
		claimEdit: (id: string) => `${claim(id)}/edit`,
		claimHistory: (id: string, cursor?: string) => withQuery(`${claim(id)}/history`, { cursor }),
		claimConfirmation: (id: string) => `${claim(id)}/confirmation`,
		claimRetraction: (id: string) => `${claim(id)}/retraction`,
		contradictions: (query: ContradictionsQuery = {}) =>
			withQuery(`${basePath}/contradictions`, { ...query }),
		routines: (query: { context?: string | undefined; removed?: boolean } = {}) =>
			withQuery(`${basePath}/routines`, query),
		newRoutine: () => `${basePath}/routines/new`,
		routineEdit: (id: string) => `${routine(id)}/edit`,
		routinePlace: (id: string) => `${routine(id)}/place`,
		routineRemoval: (id: string) => `${routine(id)}/removal`,
		decay: (query: DecayQuery = {}) => withQuery(`${basePath}/decay`, { ...query }),
	};
}

/** The path of a script's file, which has no empty part and none that is a dot alone. */
function scriptPath(path: string): string {
	return path.split("/").map(encodeURIComponent).join("/");
}

function withQuery(path: string, query: Readonly<Record<string, QueryValue>>): string {
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value === undefined || value === "" || value === false) continue;
		if (typeof value === "object") for (const item of value) search.append(name, String(item));
		else search.append(name, value === true ? "1" : String(value));
	}
	const text = search.toString();
	return text === "" ? path : `${path}?${text}`;
}
