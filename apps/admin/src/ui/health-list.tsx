import type { PropsWithChildren } from "hono/jsx";
import type { Settled } from "../door/settle.ts";
import type { RegistryReport } from "../health/registry-check.ts";
import { useView } from "../view/view.ts";
import { Size } from "./size.tsx";

export interface Health {
	registry: RegistryReport;
	registryUrl: string;
	/** Bytes on disk. */
	store: Settled<number>;
}

/**
 * How the parts of the appliance are, each for itself. Where scripts run, it says for how long there has been no
 * answer once the page gets none.
 */
export function HealthList({ health }: { health: Health }) {
	const { t } = useView();
	const { registry, registryUrl, store } = health;
	return (
		<ul class="health" data-lost={t.health.lost}>
			<HealthItem name={t.health.registry} ok={registry.ok}>
				{registry.ok ? (
					<>
						{t.health.answers} <code>{registryUrl}</code>
					</>
				) : (
					t.health.trouble[registry.reason](registryUrl, registry.reason === "status" ? registry.status : 0)
				)}
			</HealthItem>
			<HealthItem name={t.health.store} ok={store.ok}>
				{store.ok ? (
					<>
						{t.health.open} <Size bytes={store.value} /> {t.health.onDisk}
					</>
				) : (
					store.message
				)}
			</HealthItem>
		</ul>
	);
}

function HealthItem({ name, ok, children }: PropsWithChildren<{ name: string; ok: boolean }>) {
	const { t } = useView();
	return (
		<li class={ok ? "ok" : "bad"}>
			<span class="health-name">{name}</span>
			<span class="health-state" data-lost-state>
				{ok ? t.health.well : t.health.failing}
			</span>
			<span class="health-text">{children}</span>
		</li>
	);
}
