import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { Lock } from "@cairn/kernel";

/**
 * What one guess costs: scrypt with 32 MiB and three rounds, which OWASP's password storage guide holds equal to one
 * round with 128 MiB, and which fits a small server.
 */
export interface PasswordCost {
	/** log2 of N. */
	readonly logN: number;
	readonly r: number;
	readonly p: number;
}

export const PASSWORD_COST: PasswordCost = { logN: 15, r: 8, p: 3 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PHC = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** One at a time, so that many guesses at once take neither the memory nor the threads that files and names need. */
const turn = new Lock();

/** A password as it is kept: a PHC string with its cost and salt. */
export async function hashPassword(password: string, cost: PasswordCost = PASSWORD_COST): Promise<string> {
	const salt = randomBytes(SALT_BYTES);
	const hash = await run(password, salt, cost);
	return `$scrypt$ln=${cost.logN},r=${cost.r},p=${cost.p}$${unpadded(salt)}$${unpadded(hash)}`;
}

/** Whether a password is the one that was kept, compared in constant time. */
export async function verifyPassword(password: string, kept: string): Promise<boolean> {
	const [, logN, r, p, salt = "", hash = ""] = PHC.exec(kept) ?? [];
	if (hash === "") return false;
	const expected = Buffer.from(hash, "base64");
	const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
	const actual = await run(password, Buffer.from(salt, "base64"), cost);
	return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function run(password: string, salt: Buffer, { logN, r, p }: PasswordCost): Promise<Buffer> {
	const N = 2 ** logN;
	// The same letters can come in two forms from two keyboards.
	const text = password.normalize("NFC");
	return turn.hold(() => derive(text, salt, HASH_BYTES, { N, r, p, maxmem: 256 * N * r }));
}

function unpadded(bytes: Buffer): string {
	return bytes.toString("base64").replace(/=+$/, "");
}
