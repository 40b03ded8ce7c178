import { statSync } from "node:fs";
import type { DatabaseQuestion, Questions } from "@cairn/diagnostics";
import type { Clock, Environment } from "@cairn/kernel";
import packageJson from "../../package.json" with { type: "json" };
import type { DataPlaces } from "../config.ts";

export interface ServerPlaces extends DataPlaces {
	readonly registryUrl: string;
	readonly registryToken: string | undefined;
	readonly convertUrl: string | undefined;
	readonly convertToken: string | undefined;
}

/** What is asked of a server's machine. A backup with its proof takes twice the store meanwhile. */
export function adminQuestions(places: ServerPlaces, clock: Clock): Questions {
	const {
		dataFolder: folder,
		storeFile,
		databaseUrl,
		keyFile,
		registryUrl,
		registryToken,
		convertUrl,
		convertToken,
		environment,
	} = places;
	const isFile = databaseUrl === undefined;
	const storeBytes = isFile ? (statSync(storeFile, { throwIfNoEntry: false })?.size ?? 0) : 0;
	return {
		...{ registryUrl, token: registryToken, convertUrl, convertToken, environment, clock },
		registrySetting: "REGISTRY_URL",
		comesWithStore: true,
		data: {
			folder,
			storeFile: isFile ? storeFile : undefined,
			secrets: [...(isFile ? [storeFile, `${storeFile}-wal`] : []), keyFile],
			backupBytes: 2 * storeBytes,
		},
		database: isFile ? undefined : databaseQuestion({ databaseUrl, environment }),
		cairn: packageJson.version,
		node: process.versions.node,
	};
}

interface AskedDatabase {
	readonly databaseUrl: string;
	readonly environment: Environment;
}

function databaseQuestion(database: AskedDatabase): DatabaseQuestion {
	return {
		setting: "DATABASE_URL",
		measure: async () => (await import("@cairn/store/postgres")).measurePostgres(database.databaseUrl),
		findBackupObstacle: async () => (await import("@cairn/store/postgres")).findBackupObstacle(database),
	};
}
