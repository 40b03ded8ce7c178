import type { SettingsFault } from "../settings/settings-fault.ts";
import { useView } from "../view/view.ts";
import { CsrfField } from "./csrf-field.tsx";
import { FormField } from "./form-field.tsx";

interface AllowedHostsProps {
	hosts: readonly string[];
	/** Those that the server's configuration adds. */
	fixedHosts: readonly string[];
	/** What was typed and could not be taken. */
	typed: string;
	fault: SettingsFault | undefined;
}

/** The names to which these pages answer beside those of the local network. */
export function AllowedHosts({ hosts, fixedHosts, typed, fault }: AllowedHostsProps) {
	const { t, urls } = useView();
	return (
		<>
			{hosts.length === 0 ? <p>{t.settings.noHosts}</p> : <HostList hosts={hosts} />}
			{fixedHosts.length > 0 && <p>{t.settings.hostsFixed(fixedHosts.join(", "))}</p>}
			<form class="claim-form" method="post" action={urls.settingsHosts()}>
				<CsrfField />
				<FormField
					name="host"
					label={t.settings.host}
					hint={t.settings.hostHint}
					fault={fault?.field === "host" ? fault.message : undefined}
				>
					{(ties) => (
						<input
							{...ties}
							name="host"
							value={typed}
							required
							maxlength={253}
							autocomplete="off"
							autocapitalize="off"
							spellcheck={false}
							inputmode="url"
						/>
					)}
				</FormField>
				<p class="actions">
					<button type="submit" class="quiet-button">
						{t.settings.addHost}
					</button>
				</p>
			</form>
		</>
	);
}

function HostList({ hosts }: { hosts: readonly string[] }) {
	const { t, urls } = useView();
	return (
		<ul class="hosts">
			{hosts.map((name) => (
				<li>
					<code>{name}</code>
					<form method="post" action={urls.settingsHost(name)}>
						<CsrfField />
						<button type="submit" class="quiet-button" aria-label={t.settings.removeHostOf(name)}>
							{t.settings.removeHost}
						</button>
					</form>
				</li>
			))}
		</ul>
	);
}
