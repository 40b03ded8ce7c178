/** Writes over files of a root as a user without rights, who is in one group beside his own. */
import { createFilesToolset } from "../src/files-toolset.ts";
import { openRoot } from "../src/index.ts";

const NOBODY = 65_534;

const [folder = "", group = "", ...names] = process.argv.slice(2);
process.setgroups?.([Number(group)]);
process.setgid?.(NOBODY);
process.setuid?.(NOBODY);
const toolset = createFilesToolset(openRoot({ root: folder, include: ["**"] }));
for (const path of names) await toolset.call("write_text_file", { path, content: "new" });
