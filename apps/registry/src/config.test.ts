import { describe, expect, test } from "vitest";
import { readRegistryConfig } from "./config.ts";

describe("a setting of the registry that can't be used", () => {
	test.each([
		[
			"TOOLS_REGISTRY_TOKEN",
			"two words",
			"TOOLS_REGISTRY_TOKEN may hold only ASCII letters, digits and signs",
		],
		["TOOLS_REGISTRY_TOKEN", "pässword-pässword", "TOOLS_REGISTRY_TOKEN may hold only ASCII"],
		["LOG_LEVEL", "verbose", "LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent"],
		["CAIRN_CATALOG_APPROVAL", "yes", "CAIRN_CATALOG_APPROVAL must be one of off, required"],
		["CAIRN_SPARE_VERSIONS_MB", "-1", "CAIRN_SPARE_VERSIONS_MB must be a whole number from 0 to 1000000"],
		["CAIRN_SCRIPT_HISTORY_MB", "1G", "CAIRN_SCRIPT_HISTORY_MB must be a whole number from 0 to 1000000"],
		["PORT", "http", "PORT must be a whole number from 0 to 65535"],
	])("is refused by its name: %s=%s", (name, value, sentence) => {
		expect(() => readRegistryConfig({ [name]: value })).toThrow(sentence);
	});
});
