import { type Clock, createId } from "@cairn/kernel";
import { catalogSerial, events, type Store } from "@cairn/store";

/** Gives the serial under which a version of the catalog is signed. */
export type SerialOf = (version: string) => Promise<number>;

/**
 * Opens the serials of a store's catalog. They only rise, whichever of the registries on one store signs: the one before
 * plus one, or the time in milliseconds where that is more, so that a clock that was set back doesn't lower them and a
 * store from a backup soon outruns what laptops have seen. For that, a start raises it too: the catalog may be the same as
 * in the backup, while laptops have seen serials since.
 */
export function openCatalogSerials({ store, clock }: { store: Store; clock: Clock }): SerialOf {
	let risen = false;
	return async (version) => {
		const last = await catalogSerial.findCatalogSerial(store.read);
		if (risen && last?.version === version) return last.serial;
		const serial = await publish(version, { store, clock, again: !risen });
		risen = true;
		return serial;
	};
}

interface PublishOptions {
	readonly store: Store;
	readonly clock: Clock;
	/** Raise the serial also when the version is the one before. */
	readonly again: boolean;
}

function publish(version: string, { store, clock, again }: PublishOptions): Promise<number> {
	return store.transaction(async (sql) => {
		const last = await catalogSerial.findCatalogSerial(sql);
		if (!again && last?.version === version) return last.serial;
		const at = clock.now();
		const serial = Math.max((last?.serial ?? 0) + 1, at);
		await catalogSerial.replaceCatalogSerial(sql, { version, serial });
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
