import { diagnose } from "@cairn/diagnostics";
import { systemClock } from "@cairn/kernel";
import { adminQuestions } from "../health/admin-questions.ts";
import { FindingList } from "../ui/finding-list.tsx";
import { renderPage } from "../view/render.tsx";
import type { Room } from "./room.ts";

/** What usually is wrong when something doesn't work, each with what to do. */
export const doctorPage: Room = (app, services) => {
	app.get("/doctor", async (c) => {
		const { t, urls } = c.var.view;
		const findings = await diagnose(adminQuestions(services.serverPlaces, systemClock));
		return renderPage(c, {
			title: t.doctor.title,
			room: "doctor",
			body: (
				<>
					<h1>{t.doctor.title}</h1>
					<p class="lede">{t.doctor.lede}</p>
					<FindingList findings={findings} />
					<p class="actions">
						<a class="button" href={urls.doctor()}>
							{t.doctor.again}
						</a>
					</p>
				</>
			),
		});
	});
};
