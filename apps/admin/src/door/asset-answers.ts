import type { Context } from "hono";
import type { Assets } from "../assets.ts";

/** The browser's files under an address that holds their digest, so they are kept for good; others are not found. */
export function answerAsset(c: Context, assets: Assets): Response {
	const asset =
		c.req.param("folder") === assets.folder ? assets.files.get(c.req.param("name") ?? "") : undefined;
	if (asset === undefined) return c.text("There is no such file. Reload the page that asked for it.\n", 404);
	return c.body(asset.body, 200, {
		"Content-Type": asset.type,
		"Cache-Control": "public, max-age=31536000, immutable",
	});
}
