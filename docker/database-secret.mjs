// Makes the password of the PostgreSQL container once, in a volume that only it and its clients see: `password` for the
// server, `url` with the address for the clients. One that is there already stays, as the database knows it.
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const passwordFile = join(folder, "password");
const urlFile = join(folder, "url");

// The server runs as another user than its clients, so it must be readable for both.
if (!existsSync(passwordFile)) write(passwordFile, randomBytes(24).toString("base64url"), 0o444);
write(urlFile, `postgresql://cairn:${readFileSync(passwordFile, "utf8")}@postgres:5432/cairn`, 0o400);

/** In one step: whoever looks sees all of it or nothing. */
function write(file, text, mode) {
	rmSync(`${file}.new`, { force: true });
	writeFileSync(`${file}.new`, text, { mode });
	renameSync(`${file}.new`, file);
}
