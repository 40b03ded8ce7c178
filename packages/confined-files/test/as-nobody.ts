/** What a user without rights gets from a root; prints it as JSON. */
import { createFilesToolset } from "../src/files-toolset.ts";
import { openRoot, ToolError } from "../src/index.ts";

const NOBODY = 65_534;

const [folder = ""] = process.argv.slice(2);
if (process.getuid?.() === 0) {
	process.setgroups?.([]);
	process.setgid?.(NOBODY);
	process.setuid?.(NOBODY);
}
const toolset = createFilesToolset(openRoot({ root: folder, include: ["**"] }));

async function paths(tool: string, input: unknown): Promise<string[]> {
	const { items } = (await toolset.call(tool, input)) as { items: Array<{ path: string }> };
	return items.map(({ path }) => path);
}

async function reason(tool: string, input: unknown): Promise<string> {
	try {
		return JSON.stringify(await toolset.call(tool, input));
	} catch (error) {
		return error instanceof ToolError ? error.reason : String(error);
	}
}

process.stdout.write(
	JSON.stringify({
		files: await paths("search_files", { query: "md" }),
		matches: await paths("search_text", { query: "s" }).then(async (found) => [
			...found,
			...(await paths("search_text", { query: "open" })),
		]),
		shut: await reason("read_text_file", { path: "shut.md" }),
		closed: await reason("read_text_file", { path: "closed/x.md" }),
		write: await reason("write_text_file", { path: "new.md", content: "x" }),
	}),
);
