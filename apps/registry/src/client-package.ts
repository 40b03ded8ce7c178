import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { CairnError } from "@cairn/kernel";
import { answerError } from "@cairn/operations/http-door";
import { Hono } from "hono";
import { etag } from "hono/etag";

/** Beside the bundle of this program; found from its sources as from the bundle, both one level below the package. */
const CLIENT_PACKAGE = new URL("../dist/client/cairn.tgz", import.meta.url);

const ADDRESS = "/client/cairn.tgz";

/**
 * `GET /client/cairn.tgz`: the client as npm installs it, at this server's version. It wants no token, as npm can send
 * none; there is nothing in it but the program.
 */
export function createClientRoutes(file: URL = CLIENT_PACKAGE): Hono {
	const app = new Hono();
	const read = packageReader(file);
	app.use(ADDRESS, etag());
	app.get(ADDRESS, async (context) => {
		const found = await read();
		if (found === undefined) return answerError(context, notBuilt());
		return context.body(found.bytes, 200, {
			"content-type": "application/gzip",
			"x-content-type-options": "nosniff",
			// npm asks each time whether it has the server's version, and is answered with 304.
			"cache-control": "public, no-cache",
			etag: `"${found.digest}"`,
		});
	});
	app.all(ADDRESS, (context) => {
		context.header("allow", "GET, HEAD");
		const error = new CairnError("invalid_input", "The client's package is only read: use GET.");
		return answerError(context, error, { status: 405 });
	});
	return app;
}

interface ClientPackage {
	readonly bytes: Uint8Array<ArrayBuffer>;
	readonly digest: string;
}

/** Reads the package again only when its file was replaced. */
function packageReader(file: URL): () => Promise<ClientPackage | undefined> {
	let last: (ClientPackage & { readonly changedAt: number }) | undefined;
	return async () => {
		const changedAt = await stat(file).then(
			({ mtimeMs }) => mtimeMs,
			() => undefined,
		);
		if (changedAt === undefined) return undefined;
		if (last?.changedAt !== changedAt) {
			const bytes = new Uint8Array(await readFile(file));
			last = { bytes, digest: createHash("sha256").update(bytes).digest("hex"), changedAt };
		}
		return last;
	};
}

function notBuilt(): CairnError {
	return new CairnError(
		"unavailable",
		"This server has no package of its client: run npm run setup in its checkout, or use the client of a checkout.",
	);
}
