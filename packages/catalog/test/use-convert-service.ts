import { afterAll, beforeAll } from "vitest";
import { type RunningConvertService, startConvertService } from "./convert-service.ts";
import { shippedFixture } from "./shipped-fixture.ts";

/** With what a configuration file of curl's could trip over. */
const TOKEN = 'a-"token"-of-\\24-characters';

/** Runs a convert service for the tests of a file, and gives laptops that are set up for it. */
export function useConvertService() {
	let service: RunningConvertService;

	beforeAll(async () => {
		service = await startConvertService({ CONVERT_TOKEN: TOKEN, HOST: "127.0.0.1" });
	});

	afterAll(() => service[Symbol.asyncDispose]());

	return {
		url: () => service.url,
		laptop: () => shippedFixture({ TOOLS_CONVERT_URL: service.url, TOOLS_CONVERT_TOKEN: TOKEN }),
	};
}
