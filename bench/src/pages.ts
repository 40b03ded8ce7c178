import type { StdioServer } from "./stdio-server.ts";

/** A page of one of the file tools that read. */
interface Page {
	readonly items: ReadonlyArray<{ readonly text?: string }>;
	readonly next_cursor: string | null;
	/** The page as it came. */
	readonly json: string;
}

/** All pages of a call, one after the other. */
export async function pagesOf(
	server: StdioServer,
	tool: string,
	input: Record<string, unknown>,
): Promise<Page[]> {
	const pages: Page[] = [];
	for (let cursor: string | null | undefined; cursor !== null; ) {
		const { text: json } = await server.call(tool, { ...input, ...(cursor !== undefined && { cursor }) });
		const page: Page = { ...JSON.parse(json), json };
		pages.push(page);
		cursor = page.next_cursor;
	}
	return pages;
}
