import { expect, test } from "vitest";
import { readConvertConfig } from "./config.ts";

test("without settings it listens on this machine only, on its usual port, with its usual limits", () => {
	expect(readConvertConfig({})).toMatchObject({
		port: 3459,
		host: "127.0.0.1",
		token: undefined,
		limits: { bodyBytes: 104_857_600, timeoutMs: 120_000 },
		fence: { allowHosts: [], networkNamespace: "auto" },
	});
	expect(readConvertConfig({ CONVERT_TOKEN: "t" }).host).toBe("::");
});

test("its own port goes before the general one", () => {
	expect(readConvertConfig({ PORT: "1", CONVERT_PORT: "2" }).port).toBe(2);
	expect(readConvertConfig({ PORT: "1" }).port).toBe(1);
});

test("hosts are names or addresses, with or without a port", () => {
	const { fence } = readConvertConfig({
		CONVERT_ALLOW_HOSTS: " Fonts.example.org, 192.168.2.10:8080,[fd00::1] ",
	});
	expect(fence.allowHosts).toEqual(["fonts.example.org", "192.168.2.10:8080", "[fd00::1]"]);
});

test.each([
	[{ CONVERT_ALLOW_HOSTS: "http://x" }, "CONVERT_ALLOW_HOSTS lists host names"],
	[{ CONVERT_TIMEOUT: "0" }, "CONVERT_TIMEOUT must be a whole number from 1 to 3600"],
	[{ CONVERT_MAX_BODY: "10 MB" }, "CONVERT_MAX_BODY must be a whole number"],
	[{ CONVERT_NETWORK_NAMESPACE: "on" }, "CONVERT_NETWORK_NAMESPACE must be one of auto, off"],
])("%j is refused", (environment, sentence) => {
	expect(() => readConvertConfig(environment)).toThrow(sentence);
});
