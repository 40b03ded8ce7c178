import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ownerSettings } from "../browser/as-owner.ts";
import { type RunningProgram, startAdminProgram, startRegistry, temporaryFolder } from "../programs.ts";
import { setUp } from "../set-up.ts";
import { type RoundRobin, startRoundRobin } from "./round-robin.ts";

export interface BalancedAppliance extends AsyncDisposable {
	readonly dataFolder: string;
	readonly registries: readonly RunningProgram[];
	readonly admins: readonly RunningProgram[];
	/** In front of the registries, and of the admins. */
	readonly registry: RoundRobin;
	readonly admin: RoundRobin;
	/** Starts the registry anew that was the first. */
	restartRegistry(): Promise<void>;
}

/** Two registries and two admins on one database and one data folder, each kind behind a load balancer. */
export async function startBalancedAppliance(
	databaseUrl: string,
	settings: Record<string, string> = {},
): Promise<BalancedAppliance> {
	return await setUp(async (keep) => {
		const folder = await keep(temporaryFolder());
		const scripts = join(folder.path, "scripts", "greet");
		await mkdir(scripts, { recursive: true });
		await writeFile(
			join(scripts, "manifest.yaml"),
			"name: greet\ndescription: Greets.\nexec: ./run.sh\ninputs: {}\n",
		);
		await writeFile(join(scripts, "run.sh"), "#!/bin/sh\necho hello\n", { mode: 0o755 });
		const shared = {
			HOST: "127.0.0.1",
			DATABASE_URL: databaseUrl,
			CAIRN_DATA_DIR: join(folder.path, "data"),
			...settings,
		};
		const start = (port = "0") =>
			keep(startRegistry({ ...shared, PORT: port, TOOLS_SCRIPTS_DIR: join(folder.path, "scripts") }));
		const registries = await Promise.all([start(), start()]);
		const owner = await ownerSettings(folder.path);
		const admins = await Promise.all(
			registries.map(({ url }) => keep(startAdminProgram({ ...shared, REGISTRY_URL: url, ...owner }))),
		);
		const addresses = (programs: readonly RunningProgram[]) => programs.map(({ url }) => url);
		const registry = await keep(startRoundRobin(addresses(registries)));
		const admin = await keep(startRoundRobin(addresses(admins)));
		return {
			dataFolder: shared.CAIRN_DATA_DIR,
			registries,
			admins,
			registry,
			admin,
			async restartRegistry() {
				const [first] = registries;
				registries[0] = await start(new URL(first?.url ?? "").port);
			},
		};
	});
}
