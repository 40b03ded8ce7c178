import { join } from "node:path";
import { CairnError } from "@cairn/kernel";
import { openStore, type WatchOptions } from "@cairn/store";
import { makeTemporaryPlace } from "@cairn/store/testing";
import { onTestFinished } from "vitest";
import type { Catalog } from "../src/catalog.ts";
import { createCatalogReader } from "../src/history/catalog-reader.ts";
import { createOwnerDecisions } from "../src/history/owner-decisions.ts";
import type { HistoryLimits } from "../src/history/prune-history.ts";
import { createServedSource } from "../src/history/served-source.ts";
import { folderFixture, temporaryFolder } from "./scripts-on-disk.ts";

interface Served {
	readonly approvalRequired?: boolean;
	readonly limits?: HistoryLimits;
	/** How often the store is lost when it is to be followed. */
	readonly lossesOfStore?: number;
}

/** A folder of scripts, and the server that serves them from it. No two things happen at the same time. */
export async function servedFixture({ approvalRequired = false, limits, lossesOfStore = 0 }: Served = {}) {
	const root = temporaryFolder();
	const temporary = await makeTemporaryPlace();
	const store = await openStore(temporary.place);
	const { folder, store: versions, source } = await folderFixture();
	const clock = { time: Date.now(), now: () => clock.time++ };
	const knownFolderFile = join(root, "known-folder");
	let lost = 0;
	const watch = (options: WatchOptions) => {
		if (lost === lossesOfStore) return store.watch(options);
		lost++;
		throw new CairnError("unavailable", "The database has no connection left.");
	};
	const options = {
		...{
			folder: source,
			store: { ...store, watch },
			versions,
			approvalRequired,
			knownFolderFile,
			clock,
		},
		...(limits && { limits }),
	};
	const catalog = await createServedSource(options);
	onTestFinished(async () => {
		await catalog[Symbol.asyncDispose]();
		await store.close();
		await temporary[Symbol.asyncDispose]();
	});
	return {
		root,
		place: temporary.place,
		store,
		folder,
		versions,
		catalog,
		lost: () => lost,
		reader: createCatalogReader(store),
		decisions: createOwnerDecisions({ store, clock }),
	};
}

/** What the scripts of a catalog say of themselves, by name. */
export const descriptions = ({ scripts }: Catalog) =>
	Object.fromEntries(scripts.map(({ name, manifest }) => [name, manifest.description]));

/** The manifest of a script that says something of itself. */
export const described = (text: string) => `name: greet\ndescription: ${text}\nexec: ./run.sh\n`;
