import { CairnError } from "@cairn/kernel";

/**
 * Does what loads the driver of a store.
 * @throws CairnError `unavailable` in the package that a server hands out to laptops, which comes without one.
 */
export async function withDriver<Result>(work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		const { isMissingModule } = await import("@cairn/store");
		throw isMissingModule(error) ? withoutStore() : error;
	}
}

function withoutStore(): CairnError {
	return new CairnError(
		"unavailable",
		"This client came from a server and has no store of its own: set TOOLS_REGISTRY_URL to that server's address, such as http://server:3457, and TOOLS_REGISTRY_TOKEN to your token.",
	);
}
