#!/usr/bin/env node
// The program itself is bundled by the set-up.
try {
	await import("../dist/cairn-admin.mjs");
} catch (error) {
	if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
	process.stderr.write(
		"cairn-admin: the program is not built yet; run `npm run setup` once in the checkout of Cairn.\n",
	);
	process.exit(1);
}
