import type { Clock, Environment } from "@cairn/kernel";
import { checkConverter } from "./check-converter.ts";
import { checkDatabase, type DatabaseQuestion } from "./check-database.ts";
import { checkData, type DataQuestion } from "./check-disk.ts";
import { checkProxy } from "./check-proxy.ts";
import { checkServer } from "./check-server.ts";
import { checkVersions } from "./check-versions.ts";
import { type AddressSetting, CHECKS, type Finding } from "./finding.ts";

export interface Questions {
	/** The registry; undefined where none is named. */
	readonly registryUrl: string | undefined;
	/** The setting that names the registry here. */
	readonly registrySetting: AddressSetting;
	readonly token: string | undefined;
	/** Whether this program can keep everything itself, where no registry is named. */
	readonly comesWithStore: boolean;
	readonly convertUrl: string | undefined;
	/** The token that documents are sent to the converter with. */
	readonly convertToken: string | undefined;
	readonly data: DataQuestion;
	/** The database of a server that holds the store; undefined where a file holds it. */
	readonly database?: DatabaseQuestion | undefined;
	readonly environment: Environment;
	readonly cairn: string;
	readonly node: string;
	readonly clock: Clock;
}

/** Looks at all that a support request asks for. Never throws; what a part finds doesn't hold up the others. */
export async function diagnose(questions: Questions): Promise<Finding[]> {
	const { registryUrl: url, registrySetting: setting, token, data, environment, clock } = questions;
	const { comesWithStore, convertUrl, convertToken } = questions;
	const findings = await Promise.all([
		checkServer({ url, setting, token, comesWithStore, clock, database: questions.database?.setting }),
		checkDatabase(questions.database),
		checkData(data),
		checkConverter({ url: convertUrl, token: convertToken }),
	]);
	return [...findings.flat(), checkProxy(environment), checkVersions(questions)].sort(
		(a, b) => CHECKS.indexOf(a.check) - CHECKS.indexOf(b.check),
	);
}
