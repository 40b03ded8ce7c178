import { attachmentHeaders } from "../door/attachment.ts";
import { knownFile } from "./known-file.ts";
import type { Room } from "./room.ts";
import { contentReader } from "./script-sides.ts";

/** The exact bytes of a script's file, only ever as a download: nothing of it runs in this origin. */
export const scriptRaw: Room = (app, services) => {
	app.get("/scripts/:dir/raw/:path{.+}", async (c) => {
		const { file } = await knownFile(c, services);
		const bytes = await contentReader(services)(file.sha256);
		if (bytes === undefined) throw new Error("The bytes of a kept version are missing.");
		const name = file.path.split("/").at(-1) ?? "file";
		return c.body(new Uint8Array(bytes), 200, attachmentHeaders(name, "application/octet-stream"));
	});
};
