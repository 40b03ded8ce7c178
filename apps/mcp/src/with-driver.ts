import { CairnError } from "@cairn/kernel";

/**
 * Does what loads the driver of a store.
 * @throws CairnError `unavailable` in the package that a server hands out to laptops, which comes without one.
 */
export async function withDriver<Result>(work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		throw isMissingModule(error) ? withoutStore() : error;
	}
}

function isMissingModule(error: unknown): boolean {
	if (!(error instanceof Error && "code" in error)) return false;
	// From the bundle, which is made of scripts, and from the sources, which are modules.
	return error.code === "MODULE_NOT_FOUND" || error.code === "ERR_MODULE_NOT_FOUND";
}

function withoutStore(): CairnError {
	return new CairnError(
		"unavailable",
		"This client came from a server and has no store of its own: set TOOLS_REGISTRY_URL to that server's address, such as http://server:3457, and TOOLS_REGISTRY_TOKEN to your token.",
	);
}
