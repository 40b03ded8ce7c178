import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";

test("a log line is JSON with name and time, and holds no secret", () => {
	const lines: string[] = [];
	const logger = createLogger({ name: "registry", destination: { write: (line) => void lines.push(line) } });
	logger.info(
		{
			token: "t0p",
			headers: { authorization: "Bearer t0p", cookie: "t0p" },
			request: { headers: { cookie: "t0p" } },
		},
		"hello",
	);
	expect(JSON.parse(lines[0] ?? "")).toMatchObject({
		name: "registry",
		msg: "hello",
		time: expect.stringMatching(/Z$/),
	});
	expect(lines.join()).not.toContain("t0p");
});
