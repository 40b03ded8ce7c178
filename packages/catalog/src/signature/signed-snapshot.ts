import * as z from "zod";
import type { BrokenScript, Catalog, CatalogScript } from "../catalog.ts";
import { LIMITS } from "../limits.ts";
import { canonicalJson } from "./canonical-json.ts";
import { isSignedBy, type PublicKeyText, parsePublicKey } from "./public-key.ts";
import type { SigningKey } from "./signing-key.ts";

/** What a registry answers to GET /registry. */
export interface SignedSnapshot {
	/** Only rises with what the registry signs, so that an older snapshot, however well signed, is known as one. */
	readonly serial: number;
	readonly version: string;
	readonly scripts: readonly CatalogScript[];
	readonly broken: readonly BrokenScript[];
	readonly signature: Signature;
}

export interface Signature {
	readonly key: string;
	/** base64url */
	readonly value: string;
}

/** Keeps these signatures from ever meaning anything else. */
const PURPOSE = "cairn-catalog-snapshot-1\n";

/** A catalog as it goes out, signed. Says nothing of where on this machine its files lie. */
export function signSnapshot(
	{ version, scripts, broken }: Omit<Catalog, "origin">,
	{ key, serial }: { readonly key: SigningKey; readonly serial: number },
): SignedSnapshot {
	const body = {
		serial,
		version,
		scripts: scripts.map(({ name, manifest, files, digests }) => ({ name, manifest, files, digests })),
		broken,
	};
	return { ...body, signature: { key: key.publicKey, value: key.sign(signedBytes(body)) } };
}

const fileDigest = z.object({
	sha256: z.string().regex(/^[0-9a-f]{64}$/),
	size: z.int().min(0).max(LIMITS.fileBytes),
	executable: z.boolean(),
});

const script = z.object({
	name: z.string().max(100),
	digests: z.record(z.string(), fileDigest),
});

const broken = z.object({
	dir: z.string().max(200),
	file: z.string().max(2000),
	line: z.int().exactOptional(),
	reason: z.string().max(2000),
	serving: z.enum(["current", "last_good", "nothing"]),
});

const snapshot = z.object({
	/** A registry from before there were serials signs none, which is lower than any. */
	serial: z.int().min(0).default(0),
	version: z.string().regex(/^[A-Za-z0-9._-]{1,128}$/),
	scripts: z.array(script).max(LIMITS.scripts),
	/** Only told to people: what of it makes no sense is left out, and costs no script. */
	broken: z
		.array(z.unknown())
		.default([])
		.transform((entries) =>
			entries.slice(0, LIMITS.scripts * 25).flatMap((entry) => broken.safeParse(entry).data ?? []),
		),
	signature: z.object({ key: z.string().max(100), value: z.string().max(200) }),
});

/** What a client takes from a snapshot: all else (manifests too) it reads from the files whose digests it checks. */
export type TrustedSnapshot = Omit<z.output<typeof snapshot>, "signature">;

export type SnapshotReading =
	| { readonly key: PublicKeyText; readonly snapshot: TrustedSnapshot }
	| { readonly fault: "no snapshot" | "unsigned" | "wrong signature" };

/** Reads a snapshot that came from anywhere, and says whose signature it carries. Whose it must be is the caller's to know. */
export function readSignedSnapshot(value: unknown): SnapshotReading {
	if (!isObject(value)) return { fault: "no snapshot" };
	if (!("signature" in value)) return { fault: "unsigned" };
	const parsed = snapshot.safeParse(value);
	if (!parsed.success) return { fault: "no snapshot" };
	const { signature, ...body } = parsed.data;
	try {
		const key = parsePublicKey(signature.key);
		const { signature: _own, ...signed } = value;
		return isSignedBy(key, signedBytes(signed), signature.value)
			? { key, snapshot: body }
			: { fault: "wrong signature" };
	} catch {
		return { fault: "wrong signature" };
	}
}

function signedBytes(body: object): Uint8Array {
	return Buffer.from(PURPOSE + canonicalJson(body));
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
