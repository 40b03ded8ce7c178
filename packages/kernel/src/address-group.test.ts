import fc from "fast-check";
import { expect, test } from "vitest";
import { addressGroup } from "./address-group.ts";

test.each([
	["192.0.2.1", "192.0.2.1"],
	["::ffff:192.0.2.1", "192.0.2.1"],
	["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
	["2001:DB8:1:2::6", "2001:db8:1:2::/64"],
	["2001:0db8:0001:0002::", "2001:db8:1:2::/64"],
	["2001:db8::1", "2001:db8:0:0::/64"],
	["fe80::1%eth0", "fe80:0:0:0::/64"],
	["::1", "0:0:0:0::/64"],
	["", ""],
])("a limit counts %s under %s", (address, group) => {
	expect(addressGroup(address)).toBe(group);
});

test("whoever has one address of a network of 64 bits has one limit with all of them", () => {
	const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16));
	const half = fc.array(group, { minLength: 4, maxLength: 4 }).map((groups) => groups.join(":"));
	fc.assert(
		fc.property(half, half, half, (network, one, other) => {
			expect(addressGroup(`${network}:${one}`)).toBe(addressGroup(`${network}:${other}`));
		}),
	);
});
