import { readFileSync } from "node:fs";
import { CairnError, type Clock } from "@cairn/kernel";
import { isReadingPossible, owner, ownerSessions, type Sql, type Store } from "@cairn/store";
import { BY_OWNER, type Deed, type Doer, recordDeed } from "../audit/deed.ts";
import { equalSecrets } from "../equal-secrets.ts";
import { hashSecret } from "../tokens/token-text.ts";
import { hashClaimCode, newClaimCode } from "./claim-code.ts";
import { ClaimCodeFile } from "./claim-code-file.ts";
import { type Guesser, GuessLimits } from "./guess-limits.ts";
import { knownBrowserId, newKnownBrowser } from "./known-browser.ts";
import {
	beginSession,
	isLiveAt,
	isUseNews,
	type OwnerClient,
	type OwnerSession,
	type SignedIn,
	sessionOf,
} from "./owner-session.ts";
import { hashPassword, PASSWORD_COST, type PasswordCost, verifyPassword } from "./password-hash.ts";
import { assertGoodPassword } from "./password-rule.ts";

export interface OwnerAccessOptions {
	readonly store: Store;
	readonly clock: Clock;
	/** Where the file `claim-code` is. */
	readonly dataFolder: string;
	/** What a guess costs; as for a real server, unless told. */
	readonly passwordCost?: PasswordCost;
}

/** How the owner gets in: claims a new server, logs in and out, and is rescued. Every deed is an event. */
export class OwnerAccess {
	readonly #store: Store;
	readonly #clock: Clock;
	readonly #codeFile: ClaimCodeFile;
	readonly #guesses: GuessLimits;
	readonly #cost: PasswordCost;

	constructor({ store, clock, dataFolder, passwordCost = PASSWORD_COST }: OwnerAccessOptions) {
		this.#store = store;
		this.#clock = clock;
		this.#codeFile = new ClaimCodeFile(dataFolder);
		this.#guesses = new GuessLimits({ store, clock });
		this.#cost = passwordCost;
	}

	/** Whether the server has an owner, who set a password. */
	async state(): Promise<"unclaimed" | "claimed"> {
		const { password_hash } = await owner.findOwner(this.#store.read);
		return password_hash === null ? "unclaimed" : "claimed";
	}

	/**
	 * The claim code of a server that has no owner: the one that its file holds while it is the open one, else a new one,
	 * which ends the one before. Undefined once the server is claimed.
	 */
	openClaim(): Promise<string | undefined> {
		return this.#store.transaction(async (sql) => {
			const { password_hash, claim_hash } = await owner.findOwner(sql);
			if (password_hash !== null) return undefined;
			const known = this.#codeFile.read();
			if (known !== undefined && claim_hash !== null && equalSecrets(hashClaimCode(known), claim_hash))
				return known;
			return this.#newClaim(sql);
		});
	}

	/**
	 * Makes whoever knows the claim code the owner, logged in. The code works once, also when two send it at once.
	 * @throws CairnError `not_found` once the server is claimed, `rate_limited`, `forbidden` for a wrong code,
	 * `invalid_input` for a password that is too short or too long.
	 */
	async claim(code: string, password: string, client: OwnerClient): Promise<SignedIn> {
		const { password_hash, claim_hash } = await owner.findOwner(this.#store.read);
		if (password_hash !== null) throw claimed();
		await this.#guesses.take("claim", client);
		if (claim_hash === null || !equalSecrets(hashClaimCode(code), claim_hash)) {
			await this.#guesses.refuse("claim", client);
			throw wrongCode();
		}
		assertGoodPassword(password);
		const passwordHash = await hashPassword(password, this.#cost);
		const begun = await this.#store.transaction(async (sql) => {
			const now = await owner.findOwner(sql);
			if (now.password_hash !== null) throw claimed();
			if (now.claim_hash !== claim_hash) throw wrongCode();
			const at = this.#clock.now();
			await owner.setOwnerPassword(sql, { passwordHash, at });
			const begun = await beginSession(sql, client, at);
			await recordDeed(sql, { by: byClient(client), at, action: "owner.claim", object: begun.session.id });
			return begun;
		});
		this.#codeFile.remove();
		await this.#guesses.forgive(client);
		return { ...begun, known: newKnownBrowser(passwordHash) };
	}

	/**
	 * Sets the password of a server that has no owner from a file, such as a secret of a container; a trailing line end is
	 * no part of it. Leaves a password that is there alone: the owner may have changed it since.
	 * @throws CairnError `invalid_input` when the file can't be read or holds no good password.
	 */
	async setPasswordFromFile(file: string): Promise<"set" | "kept"> {
		if ((await this.state()) === "claimed") return "kept";
		const password = readPassword(file);
		assertGoodPassword(password);
		const passwordHash = await hashPassword(password, this.#cost);
		const outcome = await this.#store.transaction(async (sql) => {
			if ((await owner.findOwner(sql)).password_hash !== null) return "kept";
			const at = this.#clock.now();
			await owner.setOwnerPassword(sql, { passwordHash, at });
			await recordDeed(sql, { by: BY_OWNER, at, action: "owner.claim", object: "password-file" });
			return "set";
		});
		this.#codeFile.remove();
		return outcome;
	}

	/**
	 * Begins a session for whoever knows the password.
	 * @throws CairnError `rate_limited`, `forbidden` for a wrong password, `not_found` while nobody has claimed the server.
	 */
	async login(password: string, client: OwnerClient): Promise<SignedIn> {
		const { password_hash } = await owner.findOwner(this.#store.read);
		if (password_hash === null) throw unclaimed();
		const guesser = guesserOf(client, password_hash);
		await this.#guesses.take("login", guesser);
		if (!(await verifyPassword(password, password_hash))) {
			await this.#guesses.refuse("login", client);
			throw new CairnError("forbidden", "This is not the password.", { argument: "password" });
		}
		const begun = await this.#store.transaction(async (sql) => {
			// A password that was changed meanwhile must not let in by the old one.
			if ((await owner.findOwner(sql)).password_hash !== password_hash) throw changedMeanwhile();
			const at = this.#clock.now();
			const begun = await beginSession(sql, client, at);
			await recordDeed(sql, { by: byClient(client), at, action: "owner.login", object: begun.session.id });
			return begun;
		});
		await this.#guesses.forgive(guesser);
		const isKnown = guesser.browserId !== undefined && client.known !== undefined;
		return { ...begun, known: isKnown ? client.known : newKnownBrowser(password_hash) };
	}

	/**
	 * The session that a cookie's value stands for, while it goes on; notes at most once a minute that it is used, unless the
	 * request is one that a page makes with nobody at it.
	 */
	async session(
		cookie: string,
		{ isUse = true }: { readonly isUse?: boolean } = {},
	): Promise<OwnerSession | undefined> {
		const at = this.#clock.now();
		const row = await ownerSessions.findOwnerSession(this.#store.read, hashSecret(cookie));
		const session = row && sessionOf(row);
		if (session === undefined || !isLiveAt(session, at)) return undefined;
		if (isUse && isUseNews(session, at)) await this.#noteUse(session, at);
		return session;
	}

	/** Ends the session of a cookie, if there is one. */
	async logout(cookie: string, client: OwnerClient): Promise<void> {
		await this.#store.transaction(async (sql) => {
			const row = await ownerSessions.findOwnerSession(sql, hashSecret(cookie));
			if (row === undefined) return;
			await ownerSessions.deleteOwnerSession(sql, row.id);
			await this.#record(sql, { by: byClient(client), action: "owner.logout", object: row.id });
		});
	}

	/** The sessions that go on, latest used first. */
	async sessions(): Promise<OwnerSession[]> {
		const at = this.#clock.now();
		const rows = await ownerSessions.listOwnerSessions(this.#store.read);
		return rows.map(sessionOf).filter((session) => isLiveAt(session, at));
	}

	/**
	 * Ends a session, wherever its browser is.
	 * @throws CairnError `not_found` when there is none of that id.
	 */
	async endSession(id: string, by: Doer = BY_OWNER): Promise<void> {
		await this.#store.transaction(async (sql) => {
			if (!(await ownerSessions.deleteOwnerSession(sql, id))) {
				throw new CairnError("not_found", "This session has ended already.");
			}
			await this.#record(sql, { by, action: "session.end", object: id });
		});
	}

	/**
	 * Sets another password and ends all sessions but the one it is done from.
	 * @returns what the browser of that session is to keep from now on, see {@link SignedIn.known}
	 * @throws CairnError `rate_limited`, `forbidden` for a wrong old password, `invalid_input` for a new one that is too
	 * short or too long.
	 */
	async changePassword(
		{ old, next }: { readonly old: string; readonly next: string },
		{ session, client }: { readonly session: OwnerSession; readonly client: OwnerClient },
	): Promise<string> {
		assertGoodPassword(next);
		const { password_hash } = await owner.findOwner(this.#store.read);
		if (password_hash === null) throw unclaimed();
		const guesser = guesserOf(client, password_hash);
		await this.#guesses.take("password", guesser);
		if (!(await verifyPassword(old, password_hash))) {
			await this.#guesses.refuse("password", client);
			throw new CairnError("forbidden", "This is not the password of now.", { argument: "old" });
		}
		const passwordHash = await hashPassword(next, this.#cost);
		await this.#store.transaction(async (sql) => {
			if ((await owner.findOwner(sql)).password_hash !== password_hash) throw changedMeanwhile();
			const by = byClient(client);
			await owner.setOwnerPassword(sql, { passwordHash, at: this.#clock.now() });
			await this.#record(sql, { by, action: "owner.password", object: session.id });
			await this.#endSessions(sql, by, session.id);
		});
		await this.#guesses.forgive(guesser);
		return newKnownBrowser(passwordHash);
	}

	/** The rescue from the server's own shell: no password, no sessions, no waiting after wrong guesses, and a new claim code. */
	async reset(): Promise<string> {
		const code = await this.#store.transaction(async (sql) => {
			await this.#record(sql, { by: BY_OWNER, action: "owner.reset", object: "owner" });
			await this.#endSessions(sql, BY_OWNER);
			return this.#newClaim(sql);
		});
		await this.#guesses.forgiveAll();
		return code;
	}

	/** The file is written under the lock of the transaction, so that of two programs that start at once one makes the code. */
	async #newClaim(sql: Sql): Promise<string> {
		const code = newClaimCode();
		await owner.setOwnerClaim(sql, hashClaimCode(code));
		this.#codeFile.write(code);
		return code;
	}

	async #endSessions(sql: Sql, by: Doer, except?: string): Promise<void> {
		for (const { id } of await ownerSessions.listOwnerSessions(sql)) {
			if (id === except) continue;
			await ownerSessions.deleteOwnerSession(sql, id);
			await this.#record(sql, { by, action: "session.end", object: id });
		}
	}

	#record(sql: Sql, deed: Omit<Deed, "at">): Promise<void> {
		return recordDeed(sql, { ...deed, at: this.#clock.now() });
	}

	async #noteUse({ id }: OwnerSession, at: number): Promise<void> {
		try {
			await this.#store.transaction((sql) => ownerSessions.setSessionUsed(sql, id, at));
		} catch (error) {
			if (!isReadingPossible(error)) throw error;
		}
	}
}

function guesserOf(client: OwnerClient, passwordHash: string): Guesser {
	return { ...client, browserId: knownBrowserId(client.known, passwordHash) };
}

function byClient({ address, requestId }: OwnerClient): Doer {
	return { caller: { actor: "owner", address }, requestId };
}

function readPassword(file: string): string {
	try {
		return readFileSync(file, "utf8").replace(/\r?\n$/, "");
	} catch {
		throw new CairnError(
			"invalid_input",
			"CAIRN_OWNER_PASSWORD_FILE can't be read: check its path and permissions.",
		);
	}
}

function claimed(): CairnError {
	return new CairnError("not_found", "This server has its owner: log in.");
}

function unclaimed(): CairnError {
	return new CairnError("not_found", "This server has no owner yet: set it up with the claim code.");
}

function wrongCode(): CairnError {
	return new CairnError(
		"forbidden",
		"This is not the claim code: it is in the server's log and in the file claim-code of its data folder.",
		{ argument: "code" },
	);
}

function changedMeanwhile(): CairnError {
	return new CairnError("forbidden", "The password was changed a moment ago. Log in with the new one.");
}
