import type { OwnerSession } from "@cairn/identity";
import type { Child } from "hono/jsx";
import type { SettingsFault } from "../settings/settings-fault.ts";
import { useView } from "../view/view.ts";
import { AllowedHosts } from "./allowed-hosts.tsx";
import { KeysList } from "./keys-dialog.tsx";
import { PasswordChange } from "./password-change.tsx";
import { KeysForm, LanguageForm, ThemeForm } from "./preference-forms.tsx";
import { SessionTable } from "./session-table.tsx";

export interface SettingsProps {
	sessions: readonly OwnerSession[];
	/** The session that looks. */
	current: string;
	/** The names that the owner added. */
	hosts: readonly string[];
	/** Those that the server's configuration adds. */
	fixedHosts: readonly string[];
	/** The name that was typed and could not be taken. */
	typedHost: string;
	fault: SettingsFault | undefined;
	/** What was done, in a sentence. */
	notice: string | undefined;
}

export function SettingsBody(props: SettingsProps) {
	const { t } = useView();
	const { sessions, current, hosts, fixedHosts, typedHost, fault, notice } = props;
	return (
		<>
			<h1>{t.settings.title}</h1>
			<p class="lede">{t.settings.lede}</p>
			{notice !== undefined && (
				<p class="notice" role="status">
					{notice}
				</p>
			)}
			<Part id="password" title={t.settings.passwordTitle} text={t.settings.passwordText}>
				<PasswordChange fault={fault} />
			</Part>
			<Part id="sessions" title={t.settings.sessions} text={t.settings.sessionsText}>
				<SessionTable sessions={sessions} current={current} />
			</Part>
			<Part id="hosts" title={t.settings.hosts} text={t.settings.hostsText}>
				<AllowedHosts hosts={hosts} fixedHosts={fixedHosts} typed={typedHost} fault={fault} />
			</Part>
			<Part id="browser" title={t.settings.here} text={t.settings.hereText}>
				<dl class="settings">
					<div>
						<dt>{t.theme.label}</dt>
						<dd>
							<ThemeForm />
						</dd>
					</div>
					<div>
						<dt>{t.languageLabel}</dt>
						<dd>
							<LanguageForm />
						</dd>
					</div>
					<div>
						<dt>{t.keys.title}</dt>
						<dd>
							<KeysForm />
							<p class="quiet small">{t.keys.note}</p>
						</dd>
					</div>
				</dl>
				<KeysList />
			</Part>
		</>
	);
}

interface PartProps {
	id: string;
	title: string;
	text: string;
	children: Child;
}

function Part({ id, title, text, children }: PartProps) {
	return (
		<section class="part" id={id}>
			<h2>{title}</h2>
			<p class="quiet prose">{text}</p>
			{children}
		</section>
	);
}
