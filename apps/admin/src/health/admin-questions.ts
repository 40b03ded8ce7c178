import { statSync } from "node:fs";
import type { Questions } from "@cairn/diagnostics";
import packageJson from "../../package.json" with { type: "json" };
import type { DataPlaces } from "../config.ts";

export interface ServerPlaces extends DataPlaces {
	readonly registryUrl: string;
	readonly registryToken: string | undefined;
	readonly convertUrl: string | undefined;
	readonly environment: Questions["environment"];
}

/** What is asked of a server's machine. A backup with its proof takes twice the store meanwhile. */
export function adminQuestions(places: ServerPlaces, now: number): Questions {
	const {
		dataFolder: folder,
		storeFile,
		keyFile,
		registryUrl,
		registryToken,
		convertUrl,
		environment,
	} = places;
	const storeBytes = statSync(storeFile, { throwIfNoEntry: false })?.size ?? 0;
	return {
		...{ registryUrl, token: registryToken, convertUrl, environment, now },
		registrySetting: "REGISTRY_URL",
		data: { folder, secrets: [storeFile, `${storeFile}-wal`, keyFile], backupBytes: 2 * storeBytes },
		cairn: packageJson.version,
		node: process.versions.node,
	};
}
