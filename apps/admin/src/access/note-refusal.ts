import type { Services } from "../services.ts";
import type { AdminContext } from "../view/admin-env.ts";

/** Takes note in the audit of a request that was refused at the door; of a flood, that there are more. */
export async function noteRefusal(c: AdminContext, services: Services): Promise<void> {
	if (!services.isOpen()) return;
	const { reach, requestId } = c.var;
	await services.refusals().note({
		caller: { actor: "nobody", address: reach.address },
		requestId,
		object: `${c.req.method} ${c.req.path}`,
	});
}
