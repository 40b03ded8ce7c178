import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forwardedRequest } from "./forwarded-request.ts";
import { NO_PROXIES, parseTrustedProxies } from "./trusted-proxies.ts";

const proxies = parseTrustedProxies("CAIRN_TRUSTED_PROXIES", "127.0.0.1, 172.18.0.0/16 2001:db8:1::/48");

function from(peer: string | undefined, headers: Readonly<Record<string, string>>, encrypted = false) {
	return forwardedRequest({ peer, encrypted, header: (name) => headers[name] }, proxies);
}

const claims = {
	"x-forwarded-for": "203.0.113.9",
	"x-forwarded-proto": "https",
	"x-forwarded-host": "cairn.example.org",
	"x-forwarded-prefix": "/cairn",
	host: "127.0.0.1:3460",
};

describe("what a peer says of where a request came from", () => {
	test.each(["203.0.113.1", "172.19.0.1", "::1", "2001:db8:2::1", undefined, "nonsense"])(
		"isn't believed of %s",
		(peer) => {
			expect(from(peer, claims)).toEqual({
				address: peer ?? "",
				protocol: "http",
				host: "127.0.0.1:3460",
				prefix: "",
			});
		},
	);

	test.each(["127.0.0.1", "::ffff:127.0.0.1", "172.18.3.4", "2001:db8:1::5"])("is believed of %s", (peer) => {
		expect(from(peer, claims)).toEqual({
			address: "203.0.113.9",
			protocol: "https",
			host: "cairn.example.org",
			prefix: "/cairn",
		});
	});

	test("is believed of nobody unless some are named", () => {
		const request = { peer: "127.0.0.1", encrypted: true, header: (name: string) => Object(claims)[name] };
		expect(forwardedRequest(request, NO_PROXIES)).toMatchObject({ address: "127.0.0.1", protocol: "https" });
	});
});

test.each([
	["", "127.0.0.1"],
	["203.0.113.9", "203.0.113.9"],
	["6.6.6.6, 203.0.113.9", "203.0.113.9"],
	["6.6.6.6, 203.0.113.9, 172.18.0.2", "203.0.113.9"],
	["203.0.113.9, 172.18.0.2, 127.0.0.1", "203.0.113.9"],
	["172.18.0.9, 172.18.0.2", "172.18.0.9"],
	["203.0.113.9:4711", "203.0.113.9"],
	["[2001:db8::9]:4711", "2001:db8::9"],
	["2001:DB8::9", "2001:db8::9"],
	["::ffff:203.0.113.9", "203.0.113.9"],
	["unknown", "127.0.0.1"],
	["203.0.113.9, _hidden", "127.0.0.1"],
	["203.0.113.9, <script>, 172.18.0.2", "172.18.0.2"],
	[",,, 203.0.113.9 ,", "203.0.113.9"],
])("X-Forwarded-For %j came from %s", (list, address) => {
	expect(from("127.0.0.1", { "x-forwarded-for": list }).address).toBe(address);
});

test("no list of made-up addresses before a proxy's own entry changes who sent it", () => {
	fc.assert(
		fc.property(fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())), (made) => {
			const list = [...made, "203.0.113.9", "172.18.0.2"].join(",");
			expect(from("127.0.0.1", { "x-forwarded-for": list }).address).toBe("203.0.113.9");
		}),
	);
});

test.each([
	["x-forwarded-proto", "https, http", { protocol: "http" }],
	["x-forwarded-proto", "HTTPS", { protocol: "https" }],
	["x-forwarded-proto", "javascript", { protocol: "http" }],
	["x-forwarded-host", "evil.example, cairn.example.org", { host: "cairn.example.org" }],
	["x-forwarded-prefix", "/a/b/", { prefix: "/a/b" }],
	["x-forwarded-prefix", "/", { prefix: "" }],
	["x-forwarded-prefix", "/a//", { prefix: "/a" }],
	["x-forwarded-prefix", "/a//b", { prefix: "" }],
	["x-forwarded-prefix", "//evil.example", { prefix: "" }],
	["x-forwarded-prefix", "/../x", { prefix: "" }],
	["x-forwarded-prefix", '/"><script>', { prefix: "" }],
	["x-forwarded-prefix", "cairn", { prefix: "" }],
])("%s: %s is read as %j", (name, value, expected) => {
	expect(from("127.0.0.1", { [name]: value })).toMatchObject(expected);
});

test("a prefix of very many slashes holds nobody up", () => {
	const value = `/a${"/".repeat(1_000_000)}x`;
	expect(from("127.0.0.1", { "x-forwarded-prefix": value }).prefix).toBe("");
});

test.each([
	["loopback", "127.9.9.9", true],
	["loopback", "::1", true],
	["loopback", "10.0.0.1", false],
	["private", "10.0.0.1", true],
	["private", "::ffff:192.168.0.1", true],
	["private", "8.8.8.8", false],
	["0.0.0.0/0", "8.8.8.8", true],
	["10.1.2.3", "10.1.2.3", true],
	["10.1.2.3", "10.1.2.4", false],
	["", "127.0.0.1", false],
])("CAIRN_TRUSTED_PROXIES=%s trusts %s: %s", (setting, address, trusted) => {
	expect(parseTrustedProxies("CAIRN_TRUSTED_PROXIES", setting).trusts(address)).toBe(trusted);
});

test.each(["proxy.local", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0/8", "fd00::/129", "10.0.0.1/", "everybody"])(
	"CAIRN_TRUSTED_PROXIES=%s is refused by its name",
	(setting) => {
		expect(() => parseTrustedProxies("CAIRN_TRUSTED_PROXIES", setting)).toThrow(
			/^CAIRN_TRUSTED_PROXIES lists .* is none of these/,
		);
	},
);
