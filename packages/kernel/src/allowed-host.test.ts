import { describe, expect, test } from "vitest";
import { hostNameOf, isAllowedHost, isPrivateAddress } from "./allowed-host.ts";

describe("a server answers to", () => {
	test.each([
		"localhost",
		"localhost:3460",
		"LOCALHOST",
		"cairn.localhost",
		"127.0.0.1",
		"127.1.2.3:80",
		"[::1]:3460",
		"[::1]",
		"10.0.0.7:3460",
		"172.16.0.1",
		"172.31.255.255",
		"192.168.1.10:3460",
		"169.254.1.1",
		"100.64.0.1",
		"[fd00::10]:3460",
		"[fe80::1]",
		"[::ffff:192.168.1.10]",
		"nas",
		"nas:3460",
		"NAS.local",
		"nas.local.:3460",
		"cairn.lan",
		"cairn.home.arpa",
		"cairn.internal",
		"my_host",
	])("%s", (host) => {
		expect(isAllowedHost(host)).toBe(true);
	});
});

describe("a server doesn't answer to", () => {
	test.each([
		undefined,
		"",
		"evil.example",
		"evil.example:3460",
		"localhost.evil.example",
		"127.0.0.1.evil.example",
		"192.168.1.10.nip.io",
		"evillocal",
		"evil.local.example",
		".local",
		"a..local",
		"8.8.8.8",
		"172.32.0.1",
		"192.169.0.1",
		"100.128.0.1",
		"[2001:db8::1]",
		"[::ffff:8.8.8.8]",
		"::1",
		"[::1",
		"[evil.example]",
		"0x7f.1",
		"2130706433",
		"127.1",
		"localhost@evil.example",
		"evil.example/localhost",
		"localhost:3460:80",
		"localhost:99999999",
		"local host",
		"localhost\u0000",
		"-nas",
		"nas-",
		"a".repeat(64),
		`${"a.".repeat(130)}local`,
	])("%s", (host) => {
		const bare = host === "evillocal";
		expect(isAllowedHost(host)).toBe(bare);
	});
});

test.each([
	["cairn.example.org", ["cairn.example.org"], true],
	["cairn.example.org:443", ["cairn.example.org"], true],
	["CAIRN.EXAMPLE.ORG.", ["cairn.example.org"], true],
	["cairn.example.org", ["other.example.org", "Cairn.Example.Org:8443"], true],
	["[2001:db8::1]:443", ["[2001:db8::1]"], true],
	["203.0.113.9", ["203.0.113.9"], true],
	["a.cairn.example.org", ["cairn.example.org"], false],
	["example.org", ["cairn.example.org"], false],
	["cairn.example.org.evil.example", ["cairn.example.org"], false],
])("%s, where the owner named %j: %s", (host, named, allowed) => {
	expect(isAllowedHost(host, named)).toBe(allowed);
});

test.each([
	["Nas.Local:80", "nas.local"],
	["[FD00::1]:80", "fd00::1"],
	["http://nas", undefined],
	["nas/path", undefined],
	["user@nas", undefined],
	["<script>", undefined],
])("the name of %s is %s", (host, name) => {
	expect(hostNameOf(host)).toBe(name);
});

test.each([
	["::ffff:10.0.0.1", true],
	["::ffff:8.8.8.8", false],
	["fe80::1%eth0", true],
	["nonsense", false],
])("%s is private: %s", (address, isPrivate) => {
	expect(isPrivateAddress(address)).toBe(isPrivate);
});
