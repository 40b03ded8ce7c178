import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";

/** What goes wrong with an answer: its connection is dropped, its server is busy or silent, it breaks off, or it stays half. */
const FAULTS = {
	drop: (response) => response.socket.destroy(),
	busy: (response) => response.writeHead(503).end("busy"),
	gone: (response) => response.writeHead(404).end("{}"),
	silence: () => {},
	"cut short": (response, body) => {
		response.writeHead(200, { "Content-Length": body.length });
		response.write(body.subarray(0, body.length / 2), () => response.socket.destroy());
	},
	"half of it": (response, body) => {
		response.writeHead(200, { "Content-Length": body.length });
		response.write(body.subarray(0, body.length / 2));
	},
};

/**
 * A registry of npm's on loopback that is not to be relied on.
 * @param names its packages, each of which is made in `folder`.
 * @param faultOf the fault of the answer to a request, by its path; none for undefined.
 */
export async function openRegistry({ folder, names, faultOf }) {
	const packages = new Map(names.map((name) => [name, pack(path.join(folder, name), name)]));
	const server = createServer((request, response) => {
		const body = bodyOf(request.url);
		const fault = FAULTS[faultOf(request.url)];
		if (fault !== undefined) fault(response, body);
		else response.end(body);
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	const url = `http://127.0.0.1:${server.address().port}`;

	function bodyOf(address) {
		const [, name, , file] = address.split("/");
		const { archive, integrity } = packages.get(name);
		if (file !== undefined) return archive;
		const dist = { tarball: `${url}/${name}/-/${name}-1.0.0.tgz`, integrity };
		const versions = { "1.0.0": { name, version: "1.0.0", dist } };
		return Buffer.from(JSON.stringify({ name, "dist-tags": { latest: "1.0.0" }, versions }));
	}

	return {
		url,
		integrityOf: (name) => packages.get(name).integrity,
		close() {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(resolve));
		},
	};
}

function pack(folder, name) {
	mkdirSync(path.join(folder, "package"), { recursive: true });
	writeFileSync(path.join(folder, "package", "package.json"), JSON.stringify({ name, version: "1.0.0" }));
	const file = path.join(folder, "package.tgz");
	execFileSync("tar", ["-czf", file, "-C", folder, "package"]);
	const archive = readFileSync(file);
	return { archive, integrity: `sha512-${createHash("sha512").update(archive).digest("base64")}` };
}
