import { type Catalog, type RunRecord, reportCatalog, reportRuns } from "@cairn/catalog/client";
import { createRemoteToolset, type RemoteServer } from "@cairn/operations";

/** What a laptop tells its server about scripts. */
export interface Reporter {
	/** Hands the records of runs over; throws when they didn't arrive. */
	runs(records: readonly RunRecord[]): Promise<void>;
	/** Tells which version of each script is here. */
	holdings(catalog: Catalog, clientVersion: string): Promise<void>;
}

export function createReporter(server: RemoteServer, laptop: string): Reporter {
	const remote = createRemoteToolset({
		name: "catalog",
		server,
		remote: [reportRuns, reportCatalog],
		here: [],
		provide: async () => ({}),
	});
	return {
		async runs(records) {
			if (records.length === 0) return;
			const runs = records.map(({ host: _host, script: dir, agent_id = "", ...record }) => ({
				...record,
				dir,
				agent_id,
			}));
			await remote.call(reportRuns.name, { laptop, runs });
		},
		async holdings({ version, scripts }, clientVersion) {
			await remote.call(reportCatalog.name, {
				laptop,
				client_version: clientVersion,
				catalog_version: version,
				holds: Object.fromEntries(scripts.map(({ name, digest }) => [name, digest])),
			});
		},
	};
}
