import { expect, test } from "vitest";
import { isPrivateAddress } from "./private-address.ts";

test.each([
	"127.0.0.1",
	"127.9.9.9",
	"0.0.0.0",
	"10.1.2.3",
	"100.64.0.1",
	"169.254.169.254",
	"172.16.0.1",
	"172.31.255.255",
	"192.168.2.15",
	"224.0.0.1",
	"255.255.255.255",
	"::",
	"::1",
	"::ffff:10.0.0.1",
	"::7f00:1",
	"fd00::1",
	"fe80::1",
	"ff02::1",
])("%s leads into the own network", (address) => {
	expect(isPrivateAddress(address)).toBe(true);
});

test.each(["93.184.216.34", "172.32.0.1", "192.169.0.1", "2606:2800:220:1::1", "::ffff:93.184.216.34"])(
	"%s leads into the world",
	(address) => {
		expect(isPrivateAddress(address)).toBe(false);
	},
);
