import { GuessLimit } from "@cairn/kernel/guess-limit";
import { TokenIntrospector } from "@cairn/kernel/token-introspection";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { reasonOf } from "../conversion-error.ts";
import { authenticate } from "./authenticate.ts";

test("a registry that is away makes no token a wrong one", async () => {
	// Nothing listens at port 1.
	const introspector = new TokenIntrospector({ registryUrl: "http://127.0.0.1:1" });
	const guesses = new GuessLimit({ clock: { now: () => 0 } });
	const app = new Hono();
	app.use(authenticate({ token: undefined, introspector, guesses }));
	app.onError((error, context) => context.text(reasonOf(error) ?? "unknown"));
	const caller = { incoming: { socket: { remoteAddress: "192.0.2.7" } } };
	const headers = { authorization: "Bearer the-token-that-all-share" };
	for (let call = 0; call < 40; call++) {
		const answer = await app.request("/pdf", { method: "POST", headers }, caller);
		expect(await answer.text()).toBe("tokens_unknown");
	}
});
