import { CairnError, type Clock, createId } from "@cairn/kernel";
import { catalogSerial, events, type Sql, type Store } from "@cairn/store";
import type { PublicKeyText } from "../signature/public-key.ts";

/** Gives the serial under which a version of the catalog is signed. */
export type SerialOf = (version: string) => Promise<number>;

export interface SerialOptions {
	readonly store: Store;
	readonly clock: Clock;
	/** The key of this registry, which signs the catalog. */
	readonly signingKey: PublicKeyText;
	/** Let this key take the place of another one under which the catalog was signed before; refused unless told. */
	readonly replaceKey?: boolean | undefined;
}

/**
 * Opens the serials of a store's catalog. They only rise, whichever of the registries on one store signs: the one before
 * plus one, or the time in milliseconds where that is more, so that a clock that was set back doesn't lower them and a
 * store from a backup soon outruns what laptops have seen. For that, a start raises it too: the catalog may be the same as
 * in the backup, while laptops have seen serials since.
 * A call throws as {@link refuseOtherKey} does.
 */
export function openCatalogSerials(options: SerialOptions): SerialOf {
	const { store } = options;
	let risen = false;
	return async (version) => {
		const last = await catalogSerial.findCatalogSerial(store.read);
		if (risen && last?.version === version) return last.serial;
		const serial = await publish(version, { ...options, again: !risen });
		risen = true;
		return serial;
	};
}

/**
 * Sees to it that all registries on one database sign with one key: laptops that are answered now by one registry and now by
 * another would take every second answer for a forgery. In a SQLite file there is one registry, whose owner may give it a
 * new key.
 * @throws CairnError `unavailable` when the catalog is signed with another key.
 */
export async function refuseOtherKey(
	sql: Sql,
	{ signingKey, replaceKey }: Pick<SerialOptions, "signingKey" | "replaceKey">,
): Promise<void> {
	if (sql.dialect.database === "sqlite" || replaceKey === true) return;
	const key = await catalogSerial.findCatalogKey(sql);
	if (key === undefined || key === signingKey) return;
	throw new CairnError(
		"unavailable",
		"The catalog of this database is signed with another key than this registry has. Give all registries on it the same file catalog-key.pem, by one data folder or a copy. If that key is lost, start one registry with CAIRN_CATALOG_KEY=replace: every laptop must then accept the new one.",
	);
}

interface PublishOptions extends SerialOptions {
	/** Raise the serial also when the version is the one before. */
	readonly again: boolean;
}

function publish(version: string, options: PublishOptions): Promise<number> {
	const { store, clock, signingKey, again } = options;
	return store.transaction(async (sql) => {
		await refuseOtherKey(sql, options);
		const last = await catalogSerial.findCatalogSerial(sql);
		if (!again && last?.version === version) return last.serial;
		const at = clock.now();
		const serial = Math.max((last?.serial ?? 0) + 1, at);
		await catalogSerial.replaceCatalogSerial(sql, { version, serial });
		await catalogSerial.setCatalogKey(sql, signingKey);
		await events.insertEvent(sql, {
			at,
			requestId: createId("req"),
			agentId: "",
			action: "catalog.publish",
			object: "catalog",
			...(last !== undefined && { beforeHash: last.version }),
			afterHash: version,
		});
		return serial;
	});
}
