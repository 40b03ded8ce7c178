import { pathToUrlPath } from "./path-segments.ts";

type QueryValue = string | number | boolean | readonly number[] | undefined;

export interface FileQuery {
	version?: number | undefined;
	/** The first line to show. */
	from?: number | undefined;
	/** The character of that line to start at, counted from 1; shows the rest of this one line. */
	column?: number | undefined;
	all?: boolean | undefined;
}

export interface DiffQuery {
	from?: number | undefined;
	to?: number | undefined;
	view?: "unified" | "split" | undefined;
	context?: number | undefined;
	/** New line numbers at which gaps of equal lines are opened. */
	open?: readonly number[] | undefined;
	/** The new line number at which hidden lines start that are asked for alone. */
	gap?: number | undefined;
	/** The row to start at, counted from 0. */
	start?: number | undefined;
	all?: boolean | undefined;
}

export interface LogQuery {
	before?: number | undefined;
	after?: number | undefined;
	/** Show this entry alone and whole. */
	entry?: number | undefined;
}

export interface PathListQuery {
	prefix?: string | undefined;
	cursor?: string | undefined;
}

export type Urls = ReturnType<typeof createUrls>;

/** Every address of the UI, under `basePath` (empty, or such as `/cairn`). No page writes an href by hand. */
export function createUrls(basePath: string) {
	const agent = (id: string) => `${basePath}/agents/${encodeURIComponent(id)}`;
	return {
		basePath,
		home: () => `${basePath}/`,
		health: () => `${basePath}/health-report`,
		preferences: () => `${basePath}/preferences`,
		asset: (folder: string, name: string) => `${basePath}/assets/${folder}/${name}`,
		agents: (query: { cursor?: string | undefined } = {}) => withQuery(`${basePath}/agents`, query),
		agent,
		files: (id: string, query: PathListQuery = {}) => withQuery(`${agent(id)}/files`, { ...query }),
		file: (id: string, path: string, query: FileQuery = {}) =>
			withQuery(`${agent(id)}/files/${pathToUrlPath(path)}`, { ...query }),
		raw: (id: string, path: string, version?: number) =>
			withQuery(`${agent(id)}/raw/${pathToUrlPath(path)}`, { version }),
		diff: (id: string, path: string, query: DiffQuery = {}) =>
			withQuery(`${agent(id)}/diff/${pathToUrlPath(path)}`, { ...query }),
		logs: (id: string, query: PathListQuery = {}) => withQuery(`${agent(id)}/logs`, { ...query }),
		log: (id: string, path: string, query: LogQuery = {}) =>
			withQuery(`${agent(id)}/logs/${pathToUrlPath(path)}`, { ...query }),
		events: (id: string, path: string, after?: number) =>
			withQuery(`${agent(id)}/events/${pathToUrlPath(path)}`, { after }),
	};
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
