import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { pathToFileURL } from "node:url";

/** Whatever TMPDIR says, LibreOffice puts its sockets here. */
const FOLDER = "/tmp";

/** The name under which an office on a profile is reached by whoever drives it. */
export function officePipe(profile: string): string {
	return `cairn-${profileDigest(profile)}`;
}

/** Where the sockets of an office on a profile are: one that is killed leaves them, unless they were taken away before. */
export function officeSockets(profile: string): string[] {
	const names = [`SingleOfficeIPC_${profileDigest(profile)}`, officePipe(profile)];
	return names.map((name) => `${FOLDER}/OSL_PIPE_${process.getuid?.() ?? 0}_${name}`);
}

/** Removes what an office that is gone has left in the folder for temporary files. */
export async function removeOfficeSockets(profile: string): Promise<void> {
	await Promise.all(officeSockets(profile).map((socket) => rm(socket, { force: true })));
}

/** As LibreOffice makes it: MD5 over the UTF-16 of the profile's address, each byte in hex without a zero before it. */
function profileDigest(profile: string): string {
	const digest = createHash("md5")
		.update(Buffer.from(pathToFileURL(profile).href, "utf16le"))
		.digest();
	return Array.from(digest, (byte) => byte.toString(16)).join("");
}
