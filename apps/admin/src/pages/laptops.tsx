import { offeredVersions } from "../scripts/laptop-drift.ts";
import { LaptopTable } from "../ui/laptop-table.tsx";
import { renderPage } from "../view/render.tsx";
import type { Room } from "./room.ts";

/** Every laptop that was here lately. */
export const laptopsPage: Room = (app, services) => {
	app.get("/laptops", async (c) => {
		const { t, urls } = c.var.view;
		const { scripts } = await services.catalog().listScripts();
		const laptops = await services.catalog().listLaptops();
		return renderPage(c, {
			title: t.laptops.title,
			room: "scripts",
			trail: [{ label: t.scripts.title, href: urls.scripts() }, { label: t.laptops.title }],
			body: (
				<>
					<h1>{t.laptops.title}</h1>
					<LaptopTable laptops={laptops} offered={offeredVersions(scripts, services.approvalRequired)} />
				</>
			),
		});
	});
};
