import { ROUTINE_LIMITS, type Routine, type RoutineInput } from "@cairn/discovery/routines";
import { CairnError } from "@cairn/kernel";
import { isReturned } from "../door/held-form.ts";
import { PageError } from "../door/page-error.ts";
import type { Services } from "../services.ts";
import { plainText } from "../text/hostile-text.ts";
import {
	RemoveRoutine,
	type RoutineFault,
	type RoutineField,
	type RoutineFields,
	RoutineForm,
	type RoutineFormProps,
} from "../ui/routine-form.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { renderPage } from "../view/render.tsx";
import { integerQuery } from "./query.ts";
import type { Room } from "./room.ts";
import { routineCall } from "./routine-call.ts";

const NEW_ROUTINE: RoutineFields = { name: "", text: "", context: "both" };
const FIELDS = ["name", "text", "context"] as const;
const SHOWN_CHARACTERS = 40;

/** The forms that add a routine and edit one. What can't be taken comes back as it was sent, with what is wrong. */
export const routineForms: Room = (app, services) => {
	app.get("/routines/new", (c) => answerForm(c, { fields: NEW_ROUTINE, fault: undefined }));

	app.post("/routines", async (c) => {
		const fields = readFields(await c.req.parseBody());
		if (isReturned(c)) return answerForm(c, { fields, fault: undefined });
		return keep(c, { fields }, () => services.routines().add(inputOf(fields), routineCall(c)));
	});

	app.get("/routines/:id/edit", async (c) => {
		const { id, updatedAt: seen, ...fields } = await knownRoutine(c, services);
		return answerForm(c, { fields, fault: undefined, editing: { id, seen } });
	});

	app.post("/routines/:id/edit", async (c) => {
		const { id, updatedAt } = await knownRoutine(c, services);
		const form = await c.req.parseBody();
		const fields = readFields(form);
		const seen = integerQuery(typeof form.seen === "string" ? form.seen : undefined) ?? 0;
		if (isReturned(c)) return answerForm(c, { fields, fault: undefined, editing: { id, seen } });
		return keep(c, { fields, editing: { id, seen: updatedAt } }, () =>
			services.routines().change(id, { ...inputOf(fields), seen }, routineCall(c)),
		);
	});
};

/** Keeps what was sent and goes to where it stands, or shows the form again with what is wrong. */
async function keep(
	c: AdminContext,
	form: Omit<RoutineFormProps, "fault">,
	work: () => Promise<Routine>,
): Promise<Response> {
	try {
		const { id } = await work();
		return c.redirect(`${c.var.view.urls.routines()}#${id}`, 303);
	} catch (error) {
		const fault = error instanceof CairnError ? faultOf(c, error) : undefined;
		if (fault === undefined) throw error;
		return answerForm(c, { ...form, fault });
	}
}

/** The fields as they were sent; browsers send line ends as CRLF, also within a text that had none. */
function readFields(form: Readonly<Record<string, unknown>>): RoutineFields {
	const text = (name: RoutineField) => {
		const value = form[name];
		return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
	};
	return { name: text("name"), text: text("text"), context: text("context") };
}

/** What no routine can be is for the book of routines to refuse. */
function inputOf({ context, ...fields }: RoutineFields): RoutineInput {
	return { ...fields, context: context as RoutineInput["context"] };
}

/** What an error says about the form, in the words of the page. */
function faultOf(c: AdminContext, error: CairnError): RoutineFault | undefined {
	const { t, format } = c.var.view;
	const { faults, changedSince } = t.routineForm;
	const whole = (message: string) => ({ field: undefined, message });
	if (error.code === "version_conflict") return whole(changedSince);
	if (error.code === "quota_exceeded") return whole(t.routines.full(format.number(ROUTINE_LIMITS.routines)));
	const field = FIELDS.find((name) => name === error.details.argument);
	if (error.code !== "invalid_input" || field === undefined) return undefined;
	const messages = {
		name: faults.name(format.number(ROUTINE_LIMITS.nameBytes)),
		text: faults.text(format.number(ROUTINE_LIMITS.textBytes)),
		context: faults.context,
	};
	return { field, message: messages[field] };
}

/** @throws CairnError `not_found` when there is no routine of the address's name. */
async function knownRoutine(c: AdminContext, services: Services): Promise<Routine> {
	const { t, urls } = c.var.view;
	const id = c.req.param("id") ?? "";
	const routine = await services.routines().get(id);
	if (routine !== undefined) return routine;
	const see = { href: urls.routines(), label: t.routines.title };
	throw new PageError("not_found", t.routines.unknown(plainText(id.slice(0, SHOWN_CHARACTERS))), { see });
}

function answerForm(c: AdminContext, form: RoutineFormProps): Response {
	const { t, urls } = c.var.view;
	const title = form.editing === undefined ? t.routineForm.add : t.routineForm.edit;
	return renderPage(c, {
		title,
		room: "routines",
		status: form.fault === undefined ? 200 : 422,
		trail: [{ label: t.routines.title, href: urls.routines() }, { label: title }],
		body: (
			<>
				<h1>{title}</h1>
				<p class="lede">{t.routineForm.text}</p>
				<RoutineForm {...form} />
				{form.editing !== undefined && <RemoveRoutine id={form.editing.id} />}
			</>
		),
	});
}
