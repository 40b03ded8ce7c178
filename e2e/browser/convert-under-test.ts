import { join } from "node:path";
import { startAdminProgram, startConvertService, temporaryFolder } from "../programs.ts";
import { setUp } from "../set-up.ts";
import { ownerSettings, ownersWay } from "./as-owner.ts";

const TOKEN = "a-token-of-the-convert-service";

export interface ConvertUnderTest extends AsyncDisposable {
	/** Where the admin is, such as http://127.0.0.1:41234. */
	readonly url: string;
	/** Ends the convert service. */
	stopService(): Promise<void>;
}

/** Starts the programs of the convert service, which wants a token, and of the admin that has it. */
export function startConvert(): Promise<ConvertUnderTest> {
	return setUp(async (keep) => {
		const folder = await keep(temporaryFolder());
		const service = await keep(
			startConvertService({
				HOST: "127.0.0.1",
				CONVERT_TOKEN: TOKEN,
				CONVERT_WORK_DIR: join(folder.path, "work"),
			}),
		);
		const admin = await keep(
			startAdminProgram({
				CAIRN_DATA_DIR: folder.path,
				TOOLS_CONVERT_URL: service.url,
				TOOLS_CONVERT_TOKEN: TOKEN,
				...(await ownerSettings(folder.path)),
			}),
		);
		const way = await keep(ownersWay(admin.url));
		return { url: way.url, stopService: () => service.stop() };
	});
}
