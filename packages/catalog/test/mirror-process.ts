import { join } from "node:path";
import { createMirror } from "../src/mirror/mirror.ts";
import { KeyPins } from "../src/signature/key-pins.ts";

/**
 * A laptop's program that does nothing but mirror: `mirror-process.ts <url> <folder>`. Says after each refresh, as a line
 * of JSON, what it has.
 */
const [url = "", root = ""] = process.argv.slice(2);
// A file that grows over a limit is to be an error, as a full disk is, and not the end.
process.on("SIGXFSZ", () => {});
const mirror = createMirror({
	url,
	folder: join(root, "cache"),
	pins: new KeyPins({ file: join(root, "keys.json") }),
	rules: { reserved: new Set(), toolPrefix: "mcp__cairn__" },
});
for (;;) {
	const { version, scripts, origin } = await mirror.refresh();
	const files = scripts.flatMap((script) => script.files);
	process.stdout.write(`${JSON.stringify({ version, files, problem: origin.problem })}\n`);
}
