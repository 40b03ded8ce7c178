import type { PropsWithChildren } from "hono/jsx";
import type { BackupNews } from "../backups/last-backup.ts";
import type { Settled } from "../door/settle.ts";
import type { ServiceReport } from "../health/service-check.ts";
import type { StoreState } from "../health/store-state.ts";
import { useView } from "../view/view.ts";
import { BackupHealth } from "./backup-health.tsx";
import { SentenceText } from "./sentence-text.tsx";
import { Size } from "./size.tsx";

export interface Health {
	registry: ServiceReport;
	registryUrl: string;
	/** Undefined where no convert service is set up. */
	convert: { url: string; report: ServiceReport } | undefined;
	store: Settled<StoreState>;
	backup: Settled<BackupNews>;
}

/**
 * How the parts of the appliance are, each for itself. Where scripts run, it says for how long there has been no
 * answer once the page gets none.
 */
export function HealthList({ health }: { health: Health }) {
	const { t } = useView();
	const { registry, registryUrl, convert, store } = health;
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
				{store.ok ? <StoreText store={store.value} /> : <SentenceText sentence={store.message} />}
			</HealthItem>
			<ConvertItem convert={convert} />
			<BackupHealth backup={health.backup} />
		</ul>
	);
}

function StoreText({ store: { bytes, server } }: { store: StoreState }) {
	const { t, format } = useView();
	const size = <Size bytes={bytes} />;
	if (server === undefined)
		return (
			<>
				{t.health.open} {size} {t.health.onDisk}
			</>
		);
	return (
		<>
			PostgreSQL {server.version} {t.health.answersIn(format.duration(Math.ceil(server.latencyMs)))}, {size}{" "}
			{t.health.inDatabase}
		</>
	);
}

function ConvertItem({ convert }: Pick<Health, "convert">) {
	const { t, urls } = useView();
	if (convert === undefined) {
		return (
			<li class="off">
				<span>{t.health.convert}</span>
				<span class="health-state">{t.health.unset}</span>
				<span class="health-text">
					<a href={urls.convert()}>{t.health.howToSetUp}</a>
				</span>
			</li>
		);
	}
	const { url, report } = convert;
	return (
		<HealthItem name={t.health.convert} ok={report.ok}>
			{report.ok ? (
				<>
					{t.health.answers} <code>{url}</code>
				</>
			) : (
				t.convert.trouble[report.reason](url, report.reason === "status" ? report.status : 0)
			)}
		</HealthItem>
	);
}

function HealthItem({ name, ok, children }: PropsWithChildren<{ name: string; ok: boolean }>) {
	const { t } = useView();
	return (
		<li class={ok ? "ok" : "bad"}>
			<span>{name}</span>
			<span class="health-state" data-lost-state>
				{ok ? t.health.well : t.health.failing}
			</span>
			<span class="health-text">{children}</span>
		</li>
	);
}
