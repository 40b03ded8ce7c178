// Makes the password of the PostgreSQL container once, in a volume that only it and its clients see: `password` for the
// server, `url` with the address for the clients. One that is there already stays, as the database knows it. Nothing starts
// where the profile was chosen in a way that the clients don't see: they would keep the store in a file beside it.
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder, chosen = ""] = process.argv.slice(2);
const profiles = chosen.split(",");

if (profiles.includes("postgres") || profiles.includes("*")) make();
else refuse();

function make() {
	const passwordFile = join(folder, "password");
	// The server runs as another user than its clients, so it must be readable for both.
	if (!existsSync(passwordFile)) write(passwordFile, randomBytes(24).toString("base64url"), 0o444);
	const password = readFileSync(passwordFile, "utf8");
	write(join(folder, "url"), `postgresql://cairn:${password}@postgres:5432/cairn`, 0o400);
}

function refuse() {
	process.stderr.write(
		"The profile postgres was chosen by --profile alone, so the store would stay in the volume data, not on PostgreSQL. " +
			"Choose it by the setting COMPOSE_PROFILES=postgres, in .env or in front of the command, and start again.\n",
	);
	process.exitCode = 1;
}

/** In one step: whoever looks sees all of it or nothing. */
function write(file, text, mode) {
	rmSync(`${file}.new`, { force: true });
	writeFileSync(`${file}.new`, text, { mode });
	renameSync(`${file}.new`, file);
}
