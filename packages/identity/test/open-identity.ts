import { createFakeClock, type FakeClock } from "@cairn/kernel/testing";
import { type events, openStore, type Store, type StorePlace } from "@cairn/store";
import { makeTemporaryPlace } from "@cairn/store/testing";
import { AgentTokens, AllowedHosts, OwnerAccess, RateLimits, Refusals } from "../src/index.ts";

/** Cheap, so that tests can log in often; one test pays what a real guess costs. */
const CHEAP = { logN: 4, r: 8, p: 1 };

/** All of identity on a fresh store. */
export interface OpenIdentity extends AsyncDisposable {
	readonly folder: string;
	readonly place: StorePlace;
	readonly store: Store;
	readonly clock: FakeClock;
	readonly owner: OwnerAccess;
	readonly tokens: AgentTokens;
	readonly limits: RateLimits;
	readonly refusals: Refusals;
	readonly hosts: AllowedHosts;
	/** All events, oldest first. */
	events(): Promise<events.StoredEvent[]>;
	/** What happened, as `action object`. */
	deeds(): Promise<string[]>;
}

export async function openIdentity(): Promise<OpenIdentity> {
	const temporary = await makeTemporaryPlace();
	const { folder, place } = temporary;
	const store = await openStore(place);
	const clock = createFakeClock();
	const context = { store, clock };
	const events = () => store.read.all<events.StoredEvent>("SELECT * FROM events ORDER BY id");
	return {
		folder,
		place,
		...context,
		owner: new OwnerAccess({ ...context, dataFolder: folder, passwordCost: CHEAP }),
		tokens: new AgentTokens(context),
		limits: new RateLimits(context),
		refusals: new Refusals(context),
		hosts: new AllowedHosts({ ...context, named: ["named.example.org"] }),
		events,
		deeds: async () => (await events()).map(({ action, object }) => `${action} ${object}`),
		async [Symbol.asyncDispose]() {
			await store.close();
			await temporary[Symbol.asyncDispose]();
		},
	};
}
