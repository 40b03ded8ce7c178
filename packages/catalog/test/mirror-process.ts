import { join } from "node:path";
import { createMirror } from "../src/mirror/mirror.ts";
import { KeyPins } from "../src/signature/key-pins.ts";

/** A laptop's program that does nothing but mirror: `mirror-process.ts <url> <folder>`. Says `ready` at each refresh. */
const [url = "", root = ""] = process.argv.slice(2);
const mirror = createMirror({
	url,
	folder: join(root, "cache"),
	pins: new KeyPins({ file: join(root, "keys.json") }),
	rules: { reserved: new Set(), toolPrefix: "mcp__cairn__" },
});
for (;;) {
	await mirror.refresh();
	process.stdout.write("ready\n");
}
