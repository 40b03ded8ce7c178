import { CairnError } from "@cairn/kernel";
import { events } from "@cairn/store";
import type { Child } from "hono/jsx";
import type { Services } from "../services.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { PartError } from "../ui/error-page.tsx";
import { LiveNote, LiveRegion } from "../ui/live-note.tsx";
import { Pager } from "../ui/pager.tsx";
import { PrefixFilter } from "../ui/prefix-filter.tsx";
import type { TrailStep } from "../ui/trail.tsx";
import type { PathListQuery } from "../urls.ts";
import type { AdminContext } from "../view/admin-env.ts";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";

/** Rows on a page of a list. */
const PAGE = 45;

interface PathListWords {
	title: string;
	filterLabel: string;
	noMatch(prefix: string): string;
	showAll: string;
}

export interface PathList {
	agentId: string;
	about: "file" | "log";
	words: PathListWords;
	href(query?: PathListQuery): string;
	/** Draws the page of the list that the options name, or what to say when there is nothing at all. */
	load(options: { prefix: string; limit: number; cursor?: string }): Promise<{
		table: Child | undefined;
		next: string | null;
	}>;
	none: Child;
	/** Ways to other views of the list. */
	views?: Child;
	/** Fields beside the filter; null where the list has no filter. */
	choices?: Child | null;
	/** Where in the list the page stands. */
	trail?: readonly TrailStep[];
}

/** Answers with an agent's files or logs: filtered by prefix, page by page, alone when htmx asks. */
export async function answerPathList(c: AdminContext, services: Services, list: PathList): Promise<Response> {
	const known = await events.lastEventId(services.store().read);
	const { t, urls } = c.var.view;
	const prefix = c.req.query("prefix") ?? "";
	const { body, status } = await drawList(list, prefix, c.req.query("cursor"));
	const region = <LiveRegion href={list.href({ prefix, cursor: c.req.query("cursor") })}>{body}</LiveRegion>;
	if (wantsFragment(c)) return renderFragment(c, region, status);
	const { agentId, words, trail = [] } = list;
	return renderPage(c, {
		title: `${words.title} · ${agentId}`,
		room: "agents",
		status,
		trail: [
			{ label: t.agents.title, href: urls.agents() },
			{ label: agentId, href: urls.agent(agentId) },
			trail.length === 0 ? { label: words.title } : { label: words.title, href: list.href() },
			...trail,
		],
		body: (
			<>
				<div class="live-head">
					<h1>{words.title}</h1>
					<LiveNote stream={urls.changes({ agent: agentId, about: list.about })} after={known} />
				</div>
				{list.views}
				{list.choices !== null && (
					<PrefixFilter action={list.href()} prefix={prefix} label={words.filterLabel} target="list">
						{list.choices}
					</PrefixFilter>
				)}
				<div id="list">{region}</div>
			</>
		),
	});
}

async function drawList(
	list: PathList,
	prefix: string,
	cursor: string | undefined,
): Promise<{ body: Child; status: 200 | 422 }> {
	try {
		const { table, next } = await list.load({ prefix, limit: PAGE, ...(cursor && { cursor }) });
		if (table === undefined) return { body: <NoRows list={list} prefix={prefix} />, status: 200 };
		const first = cursor === undefined ? undefined : list.href({ prefix });
		const pager = (
			<Pager first={first} next={next === null ? undefined : list.href({ prefix, cursor: next })} />
		);
		return {
			body: (
				<>
					{table}
					{pager}
				</>
			),
			status: 200,
		};
	} catch (error) {
		if (error instanceof CairnError && error.code === "invalid_input") {
			return { body: <PartError message={{ english: error.message }} />, status: 422 };
		}
		throw error;
	}
}

function NoRows({ list, prefix }: { list: PathList; prefix: string }) {
	if (prefix === "") return <>{list.none}</>;
	return (
		<EmptyState title={list.words.noMatch(prefix)}>
			<p>
				<a href={list.href()}>{list.words.showAll}</a>
			</p>
		</EmptyState>
	);
}
