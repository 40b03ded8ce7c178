import { execFileSync } from "node:child_process";
import { readdir, readFile, symlink } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { answering, standIn } from "../../test/convert-stand-in.ts";
import { shippedFixture } from "../../test/shipped-fixture.ts";
import { useConvertService } from "../../test/use-convert-service.ts";

const { laptop, url } = useConvertService();

describe("the converting scripts tell why they can't, and leave what was there", () => {
	test.each([
		["a file that isn't there", { input_path: "~/no such.md" }, /There is no file .*no such\.md/],
		["a folder", { input_path: "~/in" }, /is a folder/],
		["an empty file", { input_path: "~/in/empty.md" }, /is empty/],
		[
			"no folder for the result",
			{ input_path: "~/in/a.md", output_path: "~/none/a.pdf" },
			/There is no folder/,
		],
		[
			"the result in the input's place",
			{ input_path: "~/in/a.md", output_path: "~/in/a.md" },
			/would replace/,
		],
		["the same by a link", { input_path: "~/in/a.md", output_path: "~/in/link.md" }, /would replace/],
		["a preview of many pages", { input_path: "~/in/a.md", preview: 1000 }, /preview must be/],
		["a margin that is none", { input_path: "~/in/a.md", margin: "wide" }, /one to four lengths/],
		["a format that it doesn't take", { input_path: "~/in/scan" }, /This takes/],
	])("%s", async (_what, inputs, reason) => {
		const { run, put, home } = await laptop();
		await put("in/a.md", "text");
		await put("in/empty.md", "");
		await put("in/scan", "%PDF-1.4 not really");
		await symlink(join(home, "in", "a.md"), join(home, "in", "link.md"));
		const result = await run("md_to_pdf", inputs);
		expect(result).toMatchObject({ status: "error", stderr: expect.stringMatching(reason) });
		expect((await readdir(join(home, "in"))).sort()).toEqual(["a.md", "empty.md", "link.md", "scan"]);
		expect(await readFile(join(home, "in", "a.md"), "utf8")).toBe("text");
	});

	test.each([
		["docx_to_pdf", "a.md", "Words", "Use md_to_pdf."],
		["md_to_pdf", "a.pdf", "%PDF-1.4", "Use pdf_to_text."],
		["pdf_to_text", "notes", "Words", "md_to_pdf takes Markdown and plain text, html_to_pdf HTML"],
	])("a file for another script: %s of %s", async (script, name, contents, advice) => {
		const { run, put } = await laptop();
		await put(name, contents);
		const { stderr } = await run(script, { input_path: `~/${name}` });
		expect(stderr).toContain(`This takes `);
		expect(stderr).toContain(advice);
		expect(stderr).not.toMatch(/GET|POST|Bearer/);
	});

	test("a damaged document", async () => {
		const { run, put, home } = await laptop();
		await put("a.pdf", `%PDF-1.7\n${"garbage ".repeat(50)}`);
		await put("a.txt", "kept");
		const result = await run("pdf_to_text", { input_path: "~/a.pdf" });
		expect(result).toMatchObject({ status: "error", stderr: expect.stringMatching(/\w+ .*\./) });
		expect(await readFile(join(home, "a.txt"), "utf8")).toBe("kept");
	});

	test("a wrong token, and none", async () => {
		for (const token of ["wrong", ""]) {
			const { run, put } = await shippedFixture({
				TOOLS_CONVERT_URL: url(),
				TOOLS_CONVERT_TOKEN: token,
			});
			await put("a.md", "text");
			expect((await run("md_to_pdf", { input_path: "~/a.md" })).stderr).toContain(
				"Set TOOLS_CONVERT_TOKEN to",
			);
		}
	});

	test("a service that isn't there", async () => {
		const { run, put } = await shippedFixture({ TOOLS_CONVERT_URL: "http://user:secret@127.0.0.1:9" });
		await put("a.md", "text");
		const { stderr, exit_code } = await run("md_to_pdf", { input_path: "~/a.md" });
		expect(stderr).toMatch(
			/The convert service at http:\/\/127.0.0.1:9 can't be reached .* TOOLS_CONVERT_URL/,
		);
		expect(exit_code).toBe(1);
	});

	test("another server, whose page is no result", async () => {
		const { run, put, home } = await standIn((_request, response) => {
			response.setHeader("content-type", "text/html").end("<h1>It works</h1>");
		});
		await put("a.md", "text");
		expect((await run("md_to_pdf", { input_path: "~/a.md" })).stderr).toContain(
			"in place of application/pdf",
		);
		expect(await readdir(home)).toEqual(["a.md"]);
	});

	test("an answer that breaks off, or is no PDF", async () => {
		for (const [declared, text] of [
			[1000, "%PDF-1.7 half"],
			[9, "Not found"],
		] as const) {
			const { run, put, home } = await standIn((_request, response) => {
				response.writeHead(200, { "content-type": "application/pdf", "content-length": declared });
				response.write(text, () => response.destroy());
			});
			await put("a.md", "text");
			await put("a.pdf", "kept");
			const { status, stderr } = await run("md_to_pdf", { input_path: "~/a.md" });
			expect(status).toBe("error");
			expect(stderr).toMatch(/broke off|no proper result/);
			expect(await readFile(join(home, "a.pdf"), "utf8")).toBe("kept");
			expect((await readdir(home)).sort()).toEqual(["a.md", "a.pdf"]);
		}
	});

	test("a busy service, which is asked again as it wishes, but not for ever", async () => {
		let asked = 0;
		const busy: RequestListener = (_request, response) => {
			asked += 1;
			response
				.writeHead(503, { "retry-after": "0", "content-type": "text/plain" })
				.end("The converter is busy.\n");
		};
		const { run, put } = await standIn(busy);
		await put("a.md", "text");
		expect((await run("md_to_pdf", { input_path: "~/a.md" })).stderr).toContain("The converter is busy.");
		expect(asked).toBe(3);
	});

	test("a service that becomes free", async () => {
		let asked = 0;
		const { run, put, home } = await standIn((_request, response) => {
			asked += 1;
			if (asked === 1)
				response.writeHead(503, { "retry-after": "0", "content-type": "text/plain" }).end("busy");
			else response.setHeader("content-type", "application/pdf").end("%PDF-1.7 whole");
		});
		await put("a.md", "text");
		expect((await run("md_to_pdf", { input_path: "~/a.md" })).status).toBe("ok");
		expect(await readFile(join(home, "a.pdf"), "utf8")).toBe("%PDF-1.7 whole");
	});

	test("nothing of the token, which no command line shows either", async () => {
		let seen = "";
		const { url } = await answering((request, response) => {
			seen = `${request.headers.authorization}\n${execFileSync("ps", ["-ww", "-eo", "args"], { encoding: "utf8" })}`;
			response.writeHead(401, { "content-type": "text/plain" }).end("No.\n");
		});
		const { run, put } = await shippedFixture({
			TOOLS_CONVERT_URL: url,
			TOOLS_CONVERT_TOKEN: "s3cr3t-t0ken",
		});
		await put("a.md", "text");
		const result = await run("md_to_pdf", { input_path: "~/a.md" });
		const [authorization, ...commands] = seen.split("\n");
		expect(authorization).toBe("Bearer s3cr3t-t0ken");
		expect(commands.some((command) => command.startsWith("curl --disable"))).toBe(true);
		expect(commands.join() + JSON.stringify(result)).not.toContain("s3cr3t");
	});
});
