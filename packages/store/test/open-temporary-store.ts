import { openStore, type Store, type StorePlace } from "../src/index.ts";
import { makeTemporaryPlace } from "./temporary-place.ts";

export interface TemporaryStore extends AsyncDisposable {
	readonly place: StorePlace;
	readonly store: Store;
}

/** A store in a place of its own, which goes with it. */
export async function openTemporaryStore(): Promise<TemporaryStore> {
	const temporary = await makeTemporaryPlace();
	const store = await openStore(temporary.place);
	return {
		place: temporary.place,
		store,
		async [Symbol.asyncDispose]() {
			await store.close();
			await temporary[Symbol.asyncDispose]();
		},
	};
}
