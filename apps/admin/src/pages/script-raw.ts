import { plainText } from "../text/hostile-text.ts";
import { knownFile } from "./known-file.ts";
import type { Room } from "./room.ts";
import { contentReader } from "./script-sides.ts";

/** The exact bytes of a script's file, only ever as a download: nothing of it runs in this origin. */
export const scriptRaw: Room = (app, services) => {
	app.get("/scripts/:dir/raw/:path{.+}", async (c) => {
		const { file } = await knownFile(c, services);
		const bytes = await contentReader(services)(file.sha256);
		if (bytes === undefined) throw new Error("The bytes of a kept version are missing.");
		return c.body(new Uint8Array(bytes), 200, {
			"Content-Type": "application/octet-stream",
			"Content-Disposition": attachment(file.path.split("/").at(-1) ?? "file"),
			"Content-Security-Policy": "default-src 'none'; sandbox",
		});
	});
};

/** Names the file twice (RFC 6266): in ASCII for old programs, and as it is but for what hides or reorders. */
function attachment(name: string): string {
	const ascii = name.replace(/[^A-Za-z0-9._ -]/g, "_");
	const encoded = encodeURIComponent(plainText(name)).replace(
		/['()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
