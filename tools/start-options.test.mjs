import path from "node:path";
import { describe, expect, test } from "vitest";
import { checkout } from "./checkout.mjs";
import { readStartOptions, startCommand, USAGE, UsageError } from "./start-options.mjs";

describe("the options of npm start", () => {
	test("have defaults", () => {
		expect(readStartOptions([], {})).toEqual({
			help: false,
			registryPort: 3457,
			adminPort: 3460,
			convertPort: 3459,
			dataFolder: path.join(checkout, "data"),
		});
	});

	test.each([
		["npm_config_data", "DIR", "--data"],
		["npm_config_registry_port", "true", "--registry-port"],
		["npm_config_without_convert", "true", "--without-convert"],
	])("that npm took for its own, as %s, are refused", (name, value, flag) => {
		expect(() => readStartOptions([], { [name]: value })).toThrow(
			new UsageError(`npm kept ${flag} for itself; put -- before the options: npm start -- ${flag} …`),
		);
	});

	test("that npm took for its own are no matter where they, or the help, are asked of Cairn as well", () => {
		const environment = { npm_config_data: "/srv/one", npm_config_without_convert: "true" };
		const options = readStartOptions(["--data", "/srv/other", "--without-convert"], environment);
		expect(options).toMatchObject({ dataFolder: "/srv/other", convertPort: undefined });
		expect(readStartOptions(["--help"], environment)).toEqual({ help: true });
	});

	test("are told in lines that fit a terminal", () => {
		expect(USAGE.split("\n").filter((line) => line.length > 80)).toEqual([]);
	});

	test("take the ports", () => {
		const options = readStartOptions(["--registry-port", "0", "--admin-port=65535"], {});
		expect(options).toMatchObject({ registryPort: 0, adminPort: 65_535 });
	});

	test("leave the convert service out when they say so", () => {
		expect(readStartOptions(["--without-convert"], {}).convertPort).toBeUndefined();
		expect(readStartOptions(["--convert-port", "0"], {}).convertPort).toBe(0);
	});

	test("prefer the flag to the environment for the data folder", () => {
		const environment = { CAIRN_DATA_DIR: "/from/environment" };
		expect(readStartOptions([], environment).dataFolder).toBe("/from/environment");
		expect(readStartOptions(["--data", "/from/flag"], environment).dataFolder).toBe("/from/flag");
	});

	test("mean a relative data folder from where npm was called", () => {
		expect(readStartOptions(["--data", "here"], { INIT_CWD: "/home/someone" }).dataFolder).toBe(
			"/home/someone/here",
		);
	});

	test.each([["--port", "1"], ["--admin-port", "-1"], ["--admin-port", "80a"], ["--admin-port"], ["stray"]])(
		"refuse %s %s",
		(...args) => {
			expect(() => readStartOptions(args, {})).toThrow(UsageError);
		},
	);
});

describe("an option of npm start that is there more than once", () => {
	test.each(["--registry-port", "--admin-port", "--convert-port", "--data"])(
		"is refused where it takes a value: %s",
		(flag) => {
			expect(() => readStartOptions([flag, "1", `${flag}=2`], {})).toThrow(
				new UsageError(`${flag} takes one value, and is there more than once; leave one of them out.`),
			);
		},
	);

	test("means the same where it takes none", () => {
		const twice = ["--without-convert", "--without-convert"];
		expect(readStartOptions(twice, {}).convertPort).toBeUndefined();
	});
});

describe("the line that starts Cairn again", () => {
	test.each([
		[[], "npm start"],
		[
			["--registry-port", "4457", "--data", "/srv/cairn"],
			"npm start -- --registry-port 4457 --data /srv/cairn",
		],
		[["--admin-port", "0", "--convert-port", "4459"], "npm start -- --admin-port 0 --convert-port 4459"],
		[["--without-convert", "--data", "/my data"], "npm start -- --without-convert --data '/my data'"],
	])("repeats %j", (args, line) => {
		expect(startCommand(readStartOptions(args, {}), {})).toBe(line);
	});

	test("repeats the settings of the environment", () => {
		const environment = { TOOLS_SCRIPTS_DIR: "/srv/scripts" };
		expect(startCommand(readStartOptions([], environment), environment)).toBe(
			"TOOLS_SCRIPTS_DIR=/srv/scripts npm start",
		);
	});

	test("repeats a data folder of the environment, and one that was meant from elsewhere", () => {
		expect(startCommand(readStartOptions([], { CAIRN_DATA_DIR: "/srv/cairn" }), {})).toBe(
			"npm start -- --data /srv/cairn",
		);
		expect(startCommand(readStartOptions(["--data", "here"], { INIT_CWD: "/home/someone" }), {})).toBe(
			"npm start -- --data /home/someone/here",
		);
	});
});
