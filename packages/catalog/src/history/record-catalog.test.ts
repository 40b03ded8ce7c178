import { systemClock } from "@cairn/kernel";
import { events, openStore } from "@cairn/store";
import { makeTemporaryPlace } from "@cairn/store/testing";
import { expect, test } from "vitest";
import { folderFixture, writeScript } from "../../test/scripts-on-disk.ts";
import { recordCatalog } from "./record-catalog.ts";

test("what several registries see at the same moment is written once, and so is what is gone", async () => {
	await using place = await makeTemporaryPlace();
	await using one = await openStore(place.place);
	await using other = await openStore(place.place);
	const { folder, source } = await folderFixture();
	for (const name of ["first", "second", "third"]) await writeScript(folder, name);
	const catalog = await source.refresh();
	expect(catalog.scripts).toHaveLength(3);
	const byAll = (seen: typeof catalog) =>
		Promise.all([one, other, one, other].map((store) => recordCatalog(seen, { store, clock: systemClock })));
	const told = async () =>
		(await events.eventsAfter(one.read, { after: 0, limit: 99 })).map(
			({ action, object }) => `${action} ${object}`,
		);
	await byAll(catalog);
	const seen = ["first", "second", "third"].map((name) => `script.see ${name}`);
	expect((await told()).toSorted()).toEqual(seen);
	await byAll({ ...catalog, scripts: [] });
	const gone = ["first", "second", "third"].map((name) => `script.remove ${name}`);
	expect((await told()).toSorted()).toEqual([...gone, ...seen]);
});
