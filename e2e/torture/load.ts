import { ownerSettings, signIn } from "../browser/as-owner.ts";
import { connectModernHttp } from "../http-clients.ts";
import { type RunningProgram, startAdminProgram } from "../programs.ts";

/** An agent's entry, by the registry's API. */
export async function appendEntry({ url }: RunningProgram, entry: string): Promise<string> {
	const headers = { "content-type": "application/json" };
	const body = JSON.stringify({ agent_id: "a", path: "log", entry });
	await expectOk(await fetch(`${url}/api/scratchpad/append_log`, { method: "POST", headers, body }));
	return entry;
}

export interface Agent extends AsyncDisposable {
	append(entry: string): Promise<string>;
}

/** An agent that speaks MCP over HTTP. */
export async function connectAgent({ url }: RunningProgram): Promise<Agent> {
	const client = await connectModernHttp({ url });
	return {
		async append(entry) {
			const { isError } = await client.call("append_log", { agent_id: "a", path: "log", entry });
			if (isError) throw new Error("the call failed");
			return entry;
		},
		[Symbol.asyncDispose]: async () => client[Symbol.asyncDispose](),
	};
}

export interface Owner {
	/** A page, which is looked at. */
	look(path: string): Promise<void>;
	/** A form, which is sent; an admin that did what it says leads on. */
	send(path: string, fields?: Record<string, string>): Promise<void>;
}

/** Starts the admin on a data folder, with its owner at it. */
export async function startAdminWithOwner(
	folder: string,
	settings: Record<string, string> = {},
): Promise<RunningProgram & { readonly owner: Owner }> {
	const admin = await startAdminProgram({
		CAIRN_DATA_DIR: folder,
		LOG_LEVEL: "info",
		...settings,
		...(await ownerSettings(folder)),
	});
	const cookie = await signIn(admin.url);
	const owner: Owner = {
		look: async (path) => expectOk(await fetch(admin.url + path, { headers: { cookie } })),
		async send(path, fields = {}) {
			const answer = await fetch(admin.url + path, {
				method: "POST",
				headers: { cookie, "sec-fetch-site": "same-origin" },
				body: new URLSearchParams(fields),
				redirect: "manual",
			});
			await answer.arrayBuffer();
			if (answer.status !== 303) throw new Error(`answered ${answer.status}`);
		},
	};
	return { ...admin, owner };
}

/** The owner's claim, by its form. */
export async function assertClaim(owner: Owner, claim: string): Promise<string> {
	const fields = { claim, entity: "torture", kind: "fact", volatility: "slow", confidence: "80" };
	await owner.send("/claims", fields);
	return claim;
}

/** A document of one line, as small as can be. */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj
4 0 obj<</Length 36>>stream
BT /F 12 Tf 9 9 Td (under way) Tj ET
endstream endobj
trailer<</Root 1 0 R>>
%%EOF
`;

/** A document, whose text is asked for. */
export async function convertDocument({ url }: RunningProgram): Promise<void> {
	const headers = { "content-type": "application/pdf" };
	await expectOk(await fetch(`${url}/pdf_to_text`, { method: "POST", headers, body: PDF }));
}

async function expectOk(answer: Response): Promise<void> {
	await answer.arrayBuffer();
	if (!answer.ok) throw new Error(`answered ${answer.status}`);
}
