import type { ScriptView } from "@cairn/catalog/server";
import { doerOf } from "../access/doer-of.ts";
import { PageError } from "../door/page-error.ts";
import { isWaiting } from "../scripts/script-state.ts";
import type { Services } from "../services.ts";
import { ErrorMessage } from "../ui/error-page.tsx";
import { ScriptDiffBody } from "../ui/script-diff-body.tsx";
import { scriptTrail } from "../ui/script-trail.ts";
import type { AdminContext } from "../view/admin-env.ts";
import { oneOf } from "../view/preferences.ts";
import { renderPage } from "../view/render.tsx";
import { useView } from "../view/view.ts";
import { knownScript } from "./known-script.ts";
import type { Room } from "./room.ts";
import { changesBetween, shownDiff } from "./script-diff.tsx";

/**
 * What the owner decides about scripts: whether laptops are offered one, that they may run its newest version, and that
 * all are gone whose folder is found empty.
 */
export const scriptDecisions: Room = (app, services) => {
	app.post("/scripts/:dir/offer", async (c) => {
		const { t, urls } = c.var.view;
		const { dir } = await knownScript(c, services);
		const enabled = oneOf(["on", "off"], await formField(c, "enabled"));
		if (enabled === undefined) throw new PageError("invalid_input", t.script.incompleteForm);
		await services.decisions().setEnabled(dir, enabled === "on", doerOf(c));
		return c.redirect(urls.script(dir), 303);
	});

	app.post("/scripts-clear", async (c) => {
		await services.decisions().clear(doerOf(c));
		return c.redirect(c.var.view.urls.scripts(), 303);
	});

	app.post("/scripts/:dir/approval", async (c) => {
		const { t, urls } = c.var.view;
		const script = await knownScript(c, services);
		const digest = await formField(c, "digest");
		if (digest === undefined) throw new PageError("invalid_input", t.script.incompleteForm);
		if (digest === script.approved_digest) return c.redirect(urls.script(script.dir), 303);
		if (digest !== script.newest_digest) return answerOutdated(c, script);
		if (!isWaiting(script, services.approvalRequired))
			throw new PageError("invalid_input", t.approval.notNeeded);
		if ((await formField(c, "unseen")) !== "checked") {
			const unchecked = await answerUnchecked(c, services, script);
			if (unchecked !== undefined) return unchecked;
		}
		await services.decisions().approve(script.dir, digest, doerOf(c));
		return c.redirect(urls.script(script.dir), 303);
	});
};

async function formField(c: AdminContext, name: string): Promise<string | undefined> {
	const value = (await c.req.parseBody())[name];
	return typeof value === "string" ? value : undefined;
}

/** Nobody approves by a page that shows other bytes than those that laptops would get. */
function answerOutdated(c: AdminContext, script: ScriptView): Response {
	const { t } = c.var.view;
	return renderPage(c, {
		title: t.approval.outdated,
		status: 409,
		room: "scripts",
		trail: scriptTrail(c.var.view, script, { label: t.approval.outdated }),
		body: <Outdated dir={script.dir} />,
	});
}

function Outdated({ dir }: { dir: string }) {
	const { t, urls } = useView();
	return (
		<ErrorMessage status={409} title={t.approval.outdated} message={t.approval.outdatedText}>
			<p>
				<a href={urls.script(dir)}>{t.approval.toNewest}</a>
			</p>
		</ErrorMessage>
	);
}

/** The page again, when there are files that it can't show and nobody said that they were looked at. */
async function answerUnchecked(
	c: AdminContext,
	services: Services,
	to: ScriptView,
): Promise<Response | undefined> {
	const { t } = c.var.view;
	const { dir, approved_digest: digest } = to;
	const from = digest === undefined ? undefined : await services.catalog().getScript(dir, { digest });
	const settings = { split: false, all: true };
	const changes = await changesBetween(services, { from, to }, settings);
	if (changes.unseen.length === 0) return undefined;
	return renderPage(c, {
		title: `${t.diff.title} · ${to.tool}`,
		status: 422,
		room: "scripts",
		wide: true,
		trail: scriptTrail(c.var.view, to, { label: t.diff.title }),
		body: (
			<ScriptDiffBody
				{...shownDiff(services, { from, to }, { ...settings, changes, problem: t.approval.unchecked })}
			/>
		),
	});
}
