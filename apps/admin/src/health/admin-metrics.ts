import { createMetrics, type Metrics } from "@cairn/kernel/metrics";
import type { BackupFolder } from "@cairn/store/backup";
import type { DataPlaces } from "../config.ts";
import { lookAtStore } from "./store-state.ts";

/** What the admin counts: its requests, and how the store and its backups are, of which it takes care. */
export function createAdminMetrics(places: DataPlaces, backups: BackupFolder): Metrics {
	const metrics = createMetrics("admin");
	metrics.addGauge("store_bytes", "Bytes that the store takes on disk, with its log or its indexes.", () =>
		lookAtStore(places).then(
			({ bytes }) => bytes,
			() => undefined,
		),
	);
	metrics.addGauge(
		"backup_proven_timestamp_seconds",
		"When the newest proven backup was made, seconds since the epoch; absent while there is none.",
		async () => {
			const proven = (await backups.list()).find(({ state }) => state === "proven");
			return proven && proven.madeAt / 1_000;
		},
	);
	return metrics;
}
