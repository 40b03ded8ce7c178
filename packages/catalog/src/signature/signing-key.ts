import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";
import { chmod, link, mkdir, open, readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { CairnError } from "@cairn/kernel";
import { errorCode } from "../file-failure.ts";
import { type PublicKeyText, publicKeyText } from "./public-key.ts";

/** The registry's half of the trust in its catalog. */
export interface SigningKey {
	readonly publicKey: PublicKeyText;
	/** The signature over some bytes, base64url. */
	sign(bytes: Uint8Array): string;
}

/**
 * Reads the registry's key, and makes it on first use: a file that only its owner can read. Two processes that start at
 * once agree on one key.
 * @throws CairnError `unavailable` when the file holds no Ed25519 key: a new one would lock every laptop out unasked.
 */
export async function openSigningKey(file: string): Promise<SigningKey> {
	const pem = (await readKey(file)) ?? (await makeKey(file));
	const key = parseKey(pem);
	return { publicKey: publicKeyText(key), sign: (bytes) => sign(null, bytes, key).toString("base64url") };
}

async function readKey(file: string): Promise<string | undefined> {
	try {
		const pem = await readFile(file, "utf8");
		await chmod(file, 0o600).catch(() => {});
		return pem;
	} catch (error) {
		if (errorCode(error) === "ENOENT") return undefined;
		throw error;
	}
}

async function makeKey(file: string): Promise<string> {
	await mkdir(dirname(file), { recursive: true, mode: 0o700 });
	const pem = generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString();
	const aside = `${file}.${randomUUID()}`;
	try {
		await using written = await open(aside, "wx", 0o600);
		await written.writeFile(pem);
		await written.sync();
		await link(aside, file);
		return pem;
	} catch (error) {
		const existing = errorCode(error) === "EEXIST" ? await readKey(file) : undefined;
		if (existing === undefined) throw error;
		return existing;
	} finally {
		await rm(aside, { force: true });
	}
}

function parseKey(pem: string): KeyObject {
	try {
		const key = createPrivateKey(pem);
		if (key.asymmetricKeyType === "ed25519") return key;
	} catch {
		// Told below, without what the parser found in a secret file.
	}
	throw new CairnError(
		"unavailable",
		"The registry's signing key can't be read. Put the file back from a backup; or delete it to make a new one, which every laptop must then accept.",
	);
}
