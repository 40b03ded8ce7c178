import { CairnError } from "@cairn/kernel";
import { describe, expect, test } from "vitest";
import { isUnreachable, tellablePostgresError } from "./postgres-error.ts";

function driverError(code: string | undefined, message = "cairn:secret@db SELECT * FROM files"): Error {
	return Object.assign(new Error(message), code !== undefined && { code });
}

describe("what is told of a failure of a database on a server", () => {
	test.each([
		["53100", "disk_full", "free some space"],
		["25006", "read_only", "name the server that takes writes"],
		["55P03", "busy", "try again"],
		["53300", "busy", "raise its max_connections"],
		["28P01", "refused", "Check them"],
		["42501", "refused", "Check them"],
		["DEPTH_ZERO_SELF_SIGNED_CERT", "refused", "sslrootcert="],
		["ERR_TLS_CERT_ALTNAME_INVALID", "refused", "Write the name"],
		["58030", "disk_failing", "check the disk"],
		["XX001", "damaged", "restore a backup"],
		["57P01", "unreachable", "check that it runs"],
		["ECONNREFUSED", "unreachable", "check that it runs"],
		["EAI_AGAIN", "unreachable", "check that it runs"],
	])("%s is %s, and says what to do, without a password or SQL", (code, fault, words) => {
		const told = tellablePostgresError(driverError(code));
		expect(told).toBeInstanceOf(CairnError);
		expect(told).toMatchObject({
			code: "unavailable",
			message: expect.stringContaining(words),
			details: { fault },
		});
		expect(String(told)).not.toMatch(/secret|SELECT/);
	});

	test.each([
		["Connection terminated unexpectedly", "unreachable"],
		["timeout exceeded when trying to connect", "unreachable"],
		["The server does not support SSL connections", "refused"],
		["unsupported startup parameter: options", "refused"],
		["cached plan must not change result type", "busy"],
		["SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string", "refused"],
	])("what the driver says without a code is known too: %s", (message, fault) => {
		const error = driverError(undefined, message);
		expect(tellablePostgresError(error)).toMatchObject({ details: { fault } });
		expect(isUnreachable(error)).toBe(fault === "unreachable");
	});

	test("anything else stays what it is, a defect", () => {
		for (const error of [driverError("23505"), new TypeError("x")])
			expect(tellablePostgresError(error)).toBe(error);
	});
});
