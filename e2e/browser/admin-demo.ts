import type { AdminUnderTest } from "./admin-under-test.ts";

/** A file's content in which one line depends on the version. */
export function planText(done: string): string {
	const folders = Array.from({ length: 60 }, (_, index) => `${index + 1}. folder ${index + 1}`);
	return `# Move the photos\n\n- inventory: done\n- copy: ${done}\n- switch over: open\n\n${folders.join("\n")}\n`;
}

const ROUTINES = [
	["Commit messages", "Write them in English, one sentence, and say why.", "both"],
	["Designs", "Documents for customers are set in magic3.\nAsk before you use another design.", "work"],
	["Photos", "Never delete a photo, also not a double one.", "private"],
] as const;

/** What agents of a household might have left, with at least one of everything that a page can show. */
export async function fillWithDemo({ agent, url }: AdminUnderTest): Promise<void> {
	const write = (path: string, content: string, agent_id = "claude-laptop") =>
		agent("write_file", { agent_id, path, content });
	for (const done of ["10 %", "40 %", "90 %"]) await write("notes/photos/plan.md", planText(done));
	for (let index = 0; index < 55; index++) await write(`lists/${index}.txt`, `${index}\n`);
	const rows = (word: string) =>
		Array.from({ length: 3_000 }, (_, index) => `${index},${index % 9 === 0 ? word : "same"}\n`);
	await write("data/large.csv", rows("old").join(""));
	await write("data/large.csv", rows("new").join(""));
	await write("data/crlf.txt", "one\r\ntwo\r\nthree");
	await write("data/crlf.txt", "one\r\ntwo\nthree\n");
	await write("empty.txt", "");
	await write("data/wide.json", `{\n${'"key": 12345, '.repeat(300)}\n}\n`);
	await write("readme.md", "# Alone\n", "codex-desk");
	await agent("read_file", { agent_id: "claude-laptop", path: "notes/photos/plan.md" });
	for (let index = 1; index <= 70; index++) {
		const entry = {
			level: index % 9 === 0 ? "error" : "info",
			message: `copied folder ${index}`,
			files: index,
			tags: ["nas"],
		};
		await agent("append_log", {
			agent_id: "claude-laptop",
			path: "logs/session",
			entry: JSON.stringify(entry),
		});
	}
	await agent("append_log", { agent_id: "codex-desk", path: "journal", entry: "Started.\nWent on." });
	for (const [name, text, context] of ROUTINES) {
		const body = new URLSearchParams({ name, text, context });
		const response = await fetch(`${url}/routines`, { method: "POST", body, headers: { Origin: url } });
		if (!response.ok) throw new Error(`a routine was answered with ${response.status}`);
	}
}

/** One page of each kind, in each of its states. */
export const PAGES = [
	"/",
	"/timeline",
	"/timeline?agent=claude-laptop&kind=files",
	"/timeline?kind=backups&agent=nobody",
	"/agents",
	"/agents/claude-laptop",
	"/agents/codex-desk",
	"/agents/claude-laptop/files",
	"/agents/claude-laptop/files?prefix=nothing",
	"/agents/claude-laptop/files?sort=-size",
	"/agents/claude-laptop/files?view=folder",
	"/agents/claude-laptop/files?view=folder&prefix=notes/photos/",
	"/agents/claude-laptop/files/notes/photos/plan.md",
	"/agents/claude-laptop/files/notes/photos/plan.md?version=1",
	"/agents/claude-laptop/files/data/large.csv",
	"/agents/claude-laptop/files/data/large.csv?from=2500",
	"/agents/claude-laptop/files/data/wide.json",
	"/agents/claude-laptop/files/data/wide.json?from=1&whole=2",
	"/agents/claude-laptop/files/empty.txt",
	"/agents/claude-laptop/diff/notes/photos/plan.md",
	"/agents/claude-laptop/diff/notes/photos/plan.md?from=1&to=3&view=split",
	"/agents/claude-laptop/diff/notes/photos/plan.md?from=2&to=2",
	"/agents/claude-laptop/diff/data/large.csv",
	"/agents/claude-laptop/diff/data/large.csv?view=split",
	"/agents/claude-laptop/diff/data/crlf.txt",
	"/agents/claude-laptop/diff/data/crlf.txt?space=ignore",
	"/agents/claude-laptop/diff/notes/photos/plan.md?view=split&space=ignore",
	"/agents/codex-desk/diff/readme.md",
	"/agents/claude-laptop/logs",
	"/agents/claude-laptop/logs/logs/session",
	"/agents/claude-laptop/logs/logs/session?before=30",
	"/agents/claude-laptop/logs/logs/session?entry=9",
	"/agents/claude-laptop/logs/logs/session?q=level:error+folder",
	"/agents/claude-laptop/logs/logs/session?q=unicorn",
	"/agents/codex-desk/logs/journal",
	"/agents/codex-desk/logs",
	"/agents/claude-laptop/files/missing",
	"/agents/claude-laptop/diff/notes/photos/plan.md?from=9&to=2",
	"/convert",
	"/connect",
	"/backups",
	"/doctor",
	"/settings",
	"/audit",
	"/audit?outcome=refused",
	"/new-agent",
	"/agents/claude-laptop/tokens/new",
	"/agents/claude-laptop/deletion",
	"/nowhere",
] as const;
