import { type ClaimView, LIMITS } from "@cairn/claims";
import { CairnError } from "@cairn/kernel";
import {
	type ClaimField,
	type ClaimFields,
	claimInput,
	faultyFields,
	fieldsOf,
	NEW_CLAIM,
	readClaimFields,
} from "../claims/claim-form.ts";
import { isReturned } from "../door/held-form.ts";
import type { Services } from "../services.ts";
import { type ClaimFault, ClaimForm, type ClaimFormProps, ClaimQuote } from "../ui/claim-form.tsx";
import { claimTrail } from "../ui/claim-trail.ts";
import type { AdminContext } from "../view/admin-env.ts";
import { renderPage } from "../view/render.tsx";
import { changeClaims } from "./change-claims.ts";
import { knownClaim } from "./known-claim.ts";
import type { Room } from "./room.ts";

/** The forms that add a claim and edit one. What can't be taken comes back as it was sent, with what is wrong. */
export const claimForms: Room = (app, services) => {
	app.get("/claims/new", async (c) => {
		const instead = await standsFor(c, services, c.req.query("instead"));
		const fields = instead === undefined ? NEW_CLAIM : fieldsOf(instead);
		const entity = c.req.query("entity") ?? fields.entity;
		return answerForm(c, { fields: { ...fields, entity }, faults: [], instead });
	});

	app.post("/claims", async (c) => {
		const form = await c.req.parseBody();
		const fields = readClaimFields(form);
		const instead = await standsFor(c, services, form.instead);
		if (isReturned(c)) return answerForm(c, { fields, faults: [], instead });
		const added = await addClaim(c, services, fields);
		if ("faults" in added) return answerForm(c, { fields, faults: added.faults, instead });
		if (instead !== undefined && instead.id !== added.id)
			await changeClaims(c, services).call("claim_retract", { id: instead.id });
		return c.redirect(c.var.view.urls.claim(added.id), 303);
	});

	app.get("/claims/:id/edit", async (c) => {
		const claim = await knownClaim(c, services);
		return answerForm(c, {
			fields: fieldsOf(claim),
			faults: [],
			editing: { claim, seen: claim.updatedAt },
		});
	});

	app.post("/claims/:id/edit", async (c) => {
		const { t, urls } = c.var.view;
		const claim = await knownClaim(c, services);
		const form = await c.req.parseBody();
		const { claim: text, entity, kind } = claim;
		const fields = { ...readClaimFields(form), claim: text, entity, kind };
		const editing = { claim, seen: claim.updatedAt };
		if (form.seen !== claim.updatedAt) {
			const fault = { field: undefined, message: t.claimForm.changedSince };
			return answerForm(c, { fields, faults: [fault], editing });
		}
		if (isReturned(c)) return answerForm(c, { fields, faults: [], editing });
		const edited = await addClaim(c, services, fields);
		if ("faults" in edited) return answerForm(c, { fields, faults: edited.faults, editing });
		return c.redirect(urls.claim(edited.id), 303);
	});
};

/** The claim that another statement is to take the place of. */
async function standsFor(c: AdminContext, services: Services, id: unknown): Promise<ClaimView | undefined> {
	return typeof id === "string" && id !== "" ? services.claims().get(id, c.var.view.now) : undefined;
}

async function addClaim(
	c: AdminContext,
	services: Services,
	fields: ClaimFields,
): Promise<{ id: string } | { faults: ClaimFault[] }> {
	const { add, addInput } = changeClaims(c, services);
	const input = claimInput(fields);
	const faulty = faultyFields(addInput, input);
	if (faulty.length > 0) return { faults: faultsOf(c, faulty) };
	try {
		return await add(input);
	} catch (error) {
		// What evidence points to is looked up when it is kept.
		const isAboutEvidence = error instanceof CairnError && /^(?:invalid_input|not_found)$/.test(error.code);
		if (!isAboutEvidence) throw error;
		return { faults: faultsOf(c, ["evidence"]) };
	}
}

/** What is wrong with fields of the form, in the words of the page. */
function faultsOf(c: AdminContext, fields: readonly ClaimField[]): ClaimFault[] {
	const { t, format } = c.var.view;
	const { faults } = t.claimForm;
	const messages = {
		...faults,
		claim: faults.claim(format.number(LIMITS.claimBytes)),
		entity: faults.entity(format.number(LIMITS.entityBytes)),
		source: faults.source(format.number(LIMITS.sourceBytes)),
		evidence: faults.evidence(format.number(LIMITS.evidencePerClaim), format.number(LIMITS.evidenceBytes)),
	};
	return fields.map((field) => ({ field, message: messages[field] }));
}

function answerForm(c: AdminContext, form: ClaimFormProps): Response {
	const { t, urls } = c.var.view;
	const { editing, instead, faults } = form;
	const words = t.claimForm;
	const [title, text] =
		editing !== undefined
			? [words.edit, words.editText]
			: instead !== undefined
				? [words.instead, words.insteadText]
				: [words.add, words.addText];
	const about = editing?.claim ?? instead;
	return renderPage(c, {
		title,
		room: "claims",
		status: faults.length === 0 ? 200 : 422,
		trail:
			about === undefined
				? [{ label: t.claims.title, href: urls.claims() }, { label: title }]
				: claimTrail(c.var.view, about, title),
		body: (
			<>
				<h1>{title}</h1>
				<p class="lede">{text}</p>
				{about !== undefined && <ClaimQuote claim={about} />}
				{editing !== undefined && (
					<p>
						<a href={urls.newClaim({ instead: editing.claim.id })}>{words.instead}</a>
					</p>
				)}
				<ClaimForm {...form} />
			</>
		),
	});
}
