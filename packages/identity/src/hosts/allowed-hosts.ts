import { CairnError, type Clock } from "@cairn/kernel";
import { hostNameOf, isAllowedHost } from "@cairn/kernel/allowed-host";
import { allowedHosts, type Store } from "@cairn/store";
import { BY_OWNER, type Doer, recordDeed } from "../audit/deed.ts";

/** How long the names are remembered, milliseconds: what the owner changes is so everywhere soon after. */
const REMEMBERED_MS = 1_000;

const MAX_NAMES = 50;

export interface AllowedHostsOptions {
	readonly store: Store;
	readonly clock: Clock;
	/** Names that the server's settings allow beside those of the store (CAIRN_ALLOWED_HOSTS). */
	readonly named?: readonly string[];
}

/** The names to which this Cairn answers beside those of the local network. */
export class AllowedHosts {
	readonly #store: Store;
	readonly #clock: Clock;
	readonly #named: readonly string[];
	#known: { readonly at: number; readonly names: readonly string[] } | undefined;

	constructor({ store, clock, named = [] }: AllowedHostsOptions) {
		this.#store = store;
		this.#clock = clock;
		this.#named = named;
	}

	/** Whether the server answers to a Host header; asks the store only about a name that isn't local. */
	async allows(hostHeader: string | undefined): Promise<boolean> {
		return isAllowedHost(hostHeader, this.#named) || isAllowedHost(hostHeader, await this.#names());
	}

	/** The names that the owner added, in the order of the alphabet. */
	async list(): Promise<string[]> {
		const rows = await allowedHosts.listAllowedHosts(this.#store.read);
		return rows.map(({ name }) => name);
	}

	/**
	 * Adds a name or address, such as `cairn.example.org`; a port that is typed along is dropped.
	 * @throws CairnError `invalid_input` for what is no host name, or one too many.
	 */
	async add(typed: string, by: Doer = BY_OWNER): Promise<string> {
		const name = hostNameOf(typed.trim());
		if (name === undefined) {
			throw new CairnError("invalid_input", "A host is a name or an address, such as cairn.example.org.", {
				argument: "host",
			});
		}
		const at = this.#clock.now();
		await this.#store.transaction(async (sql) => {
			if ((await allowedHosts.listAllowedHosts(sql)).length >= MAX_NAMES) {
				throw new CairnError("invalid_input", `There are ${MAX_NAMES} names already: remove one first.`);
			}
			if (!(await allowedHosts.insertAllowedHost(sql, { name, added_at: at }))) return;
			await recordDeed(sql, { by, at, action: "host.allow", object: name });
		});
		this.#known = undefined;
		return name;
	}

	/** Removes a name that the owner added; nothing happens when it isn't there. */
	async remove(name: string, by: Doer = BY_OWNER): Promise<void> {
		const at = this.#clock.now();
		await this.#store.transaction(async (sql) => {
			if (!(await allowedHosts.deleteAllowedHost(sql, name))) return;
			await recordDeed(sql, { by, at, action: "host.remove", object: name });
		});
		this.#known = undefined;
	}

	async #names(): Promise<readonly string[]> {
		const at = this.#clock.now();
		if (this.#known !== undefined && Math.abs(at - this.#known.at) < REMEMBERED_MS) return this.#known.names;
		const names = await this.list();
		this.#known = { at, names };
		return names;
	}
}

/** The names of a setting such as CAIRN_ALLOWED_HOSTS, separated by commas or spaces. */
export function parseAllowedHosts(setting: string, text: string | undefined): string[] {
	const words = (text ?? "").split(/[\s,]+/).filter((word) => word !== "");
	return words.map((word) => {
		const name = hostNameOf(word);
		if (name !== undefined) return name;
		throw new CairnError(
			"invalid_input",
			`${setting} lists host names and addresses, such as cairn.example.org; "${word}" is neither.`,
		);
	});
}
