import { sizeText } from "@cairn/kernel/size-text";
import type { Sentences } from "./finding.ts";

/** What was found and what to do, in German. */
export const sentencesDe: Sentences = (found) => {
	switch (found.code) {
		case "answers":
			return { says: `${found.url} antwortet.` };
		case "answers_untried":
			return {
				says: `${found.url} antwortet. TOOLS_REGISTRY_TOKEN ist nicht gesetzt, also wurde kein Token versucht.`,
			};
		case "refused":
			return {
				says: `Unter ${found.url} antwortet niemand.`,
				todo: `Starten Sie dort den Server, oder berichtigen Sie Adresse und Port in ${found.setting}.`,
			};
		case "slow":
			return {
				says: `${found.url} hat nicht rechtzeitig geantwortet.`,
				todo: "Sehen Sie in das Protokoll jenes Servers und nach, ob sein Rechner überlastet ist.",
			};
		case "unreachable":
			return {
				says: `${found.url} ist nicht erreichbar.`,
				todo: `Prüfen Sie den Namen in ${found.setting}, das Netz und die Firewall des Servers.`,
			};
		case "not_registry":
			return {
				says: `Was unter ${found.url} antwortet, ist keine Registry von Cairn.`,
				todo: `Setzen Sie ${found.setting} auf die Adresse der Registry, die npm start ausgibt und die Seite Verbinden des Admin zeigt.`,
			};
		case "status":
			return {
				says: `${found.url} antwortet mit ${found.http}.`,
				todo: "Sehen Sie in das Protokoll jenes Servers.",
			};
		case "wrong_token":
			return {
				says: "Der Server nimmt das Token nicht an.",
				todo:
					found.setting === "REGISTRY_URL"
						? "Setzen Sie TOOLS_REGISTRY_TOKEN auf das Token des Servers."
						: "Sehen Sie auf der Seite Agenten des Admin nach, ob es angehalten, widerrufen oder abgelaufen ist, oder machen Sie dort ein neues, und setzen Sie TOOLS_REGISTRY_TOKEN darauf.",
			};
		case "token_wanted":
			return {
				says: "Der Server verlangt ein Token, und TOOLS_REGISTRY_TOKEN ist nicht gesetzt.",
				todo: "Setzen Sie TOOLS_REGISTRY_TOKEN auf das Token dieses Agenten; die Seite Agenten des Admin macht eines.",
			};
		case "no_server":
			return { says: "Es ist kein Server genannt; alles liegt auf diesem Rechner." };
		case "database_alone":
			return {
				says: `Es ist kein Server genannt; alles wird in der Datenbank aufbewahrt, die ${found.setting} nennt.`,
			};
		case "server_wanted":
			return {
				says: "Es ist kein Server genannt, und dieser Client, der von einem Server kam, hat keinen eigenen Speicher.",
				todo: "Setzen Sie TOOLS_REGISTRY_URL auf die Adresse jenes Servers, zum Beispiel http://server:3457, und TOOLS_REGISTRY_TOKEN auf das Token dieses Agenten.",
			};
		case "no_proxy":
			return { says: "In der Umgebung ist kein Proxy gesetzt." };
		case "proxy_unused":
			return {
				says: `${found.names} ist gesetzt, und Cairn geht ohne Proxy zu seinen Servern.`,
				todo: "Ist der Server nur über ihn erreichbar, holen Sie den Server ins lokale Netz oder in ein VPN.",
			};
		case "clock_right":
			return { says: "Die Uhr stimmt mit der des Servers überein." };
		case "clock_unknown":
			return { says: "Die Uhr ließ sich nicht vergleichen, da kein Server antwortete." };
		case "clock_differs":
			return {
				says: `Die Uhr weicht von der des Servers um ${found.seconds} s ab.`,
				todo: "Lassen Sie beide die Zeit aus dem Netz beziehen (NTP).",
			};
		case "clock_past":
			return {
				says: `Die Uhr sagt, es sei das Jahr ${found.year}.`,
				todo: "Stellen Sie sie, oder lassen Sie sie die Zeit aus dem Netz beziehen (NTP).",
			};
		case "database_answers":
			return {
				says: `PostgreSQL ${found.version} antwortet in ${found.milliseconds} ms; der Speicher belegt ${sizeText(found.bytes, "de")}. Wie viel Platz sein Datenträger hat, ist von hier aus nicht zu sehen.`,
			};
		case "database_slow":
			return {
				says: `PostgreSQL ${found.version} braucht für die kleinste Antwort ${found.milliseconds} ms; der Speicher belegt ${sizeText(found.bytes, "de")}.`,
				todo: "Stellen Sie die Datenbank nahe an die Server von Cairn, und sehen Sie nach, ob ihr Rechner überlastet ist.",
			};
		case "connections_left":
			return { says: `Die Datenbank hat ${found.used} von höchstens ${found.most} Verbindungen.` };
		case "connections_short":
			return {
				says: `Die Datenbank hat ${found.used} von höchstens ${found.most} Verbindungen; bald bekommen Programme keine mehr.`,
				todo: `Erhöhen Sie ihr max_connections, oder senken Sie connection_limit in ${found.setting}.`,
			};
		case "database_away":
			return {
				says: `Die Datenbank, die ${found.setting} nennt, ist nicht erreichbar.`,
				todo: `Sehen Sie nach, ob sie läuft und ob Adresse und Port in ${found.setting} stimmen.`,
			};
		case "database_refuses":
			return {
				says: `Die Datenbank weist den Benutzer, das Passwort oder den Namen in ${found.setting} zurück.`,
				todo: "Berichtigen Sie sie, und sehen Sie nach, ob die Datenbank diesem Benutzer gehört.",
			};
		case "backups_provable":
			return { says: "Sicherungen der Datenbank lassen sich von hier aus anlegen und beweisen." };
		case "backup_programs_missing":
			return {
				says: `Es lässt sich keine Sicherung anlegen: pg_dump und pg_restore von PostgreSQL ${found.wanted} oder neuer sind nicht im PATH.`,
				todo: `Installieren Sie die Client-Programme von PostgreSQL, unter Debian postgresql-client-${found.wanted}; wo Debians Paketquelle das nicht hat, hat es die von PostgreSQL.`,
			};
		case "drill_refused":
			return {
				says: `Sicherungen werden angelegt, aber nicht bewiesen: Die Rolle ${found.role} darf die Datenbank für die Probe nicht anlegen.`,
				todo: `Erlauben Sie es ihr: ALTER ROLE "${found.role}" CREATEDB.`,
			};
		case "store_there":
			return { says: `Der Speicher liegt im Datenordner ${found.folder}.` };
		case "store_missing":
			return {
				says: `Im Datenordner ${found.folder} liegt kein Speicher.`,
				todo: "Nennen Sie den Datenordner der Server mit --data DIR oder CAIRN_DATA_DIR, oder starten Sie sie: Der erste Start legt den Speicher an.",
			};
		case "disk_free":
			return { says: `Für ${found.folder} sind ${sizeText(found.bytes, "de")} frei.` };
		case "disk_low":
			return {
				says: `Für ${found.folder} sind nur ${sizeText(found.bytes, "de")} frei: zu wenig für die nächste Sicherung.`,
				todo: "Schaffen Sie Platz, oder legen Sie die Sicherungen mit CAIRN_BACKUPS_DIR anderswohin.",
			};
		case "disk_full":
			return {
				says: `Der Datenträger von ${found.folder} ist voll.`,
				todo: "Schaffen Sie Platz: Bis dahin lässt sich nichts speichern.",
			};
		case "writable":
			return { says: `${found.path} ist beschreibbar.` };
		case "unwritable":
			return {
				says: `${found.path} ist nicht beschreibbar.`,
				todo: "Übergeben Sie es dem Benutzer, unter dem Cairn läuft: chown -R und chmod u+rw.",
			};
		case "no_folder":
			return { says: `${found.path} gibt es noch nicht; es wird angelegt, sobald es gebraucht wird.` };
		case "readable_by_others":
			return {
				says: `Andere Benutzer dieses Rechners können ${found.path} lesen.`,
				todo: `Nehmen Sie ihnen das: chmod go= ${found.path}`,
			};
		case "versions":
			return { says: `Cairn ${found.cairn} auf Node.js ${found.node}.` };
		case "old_node":
			return {
				says: `Node.js ${found.node} ist zu alt.`,
				todo: `Installieren Sie Node.js ${found.wanted} oder neuer.`,
			};
		case "engines_ready":
			return { says: `Der Konverter hat ${found.names}.` };
		case "engines_missing":
			return {
				says: `Dem Konverter fehlt ${found.names}.`,
				todo: "Installieren Sie das Fehlende auf seinem Rechner; die Seite Umwandeln sagt, wie.",
			};
		case "no_converter":
			return { says: "Es ist kein Konverter genannt; TOOLS_CONVERT_URL würde einen nennen." };
		case "convert_token_taken":
			return { says: "Der Konverter nimmt das Token an." };
		case "convert_token_refused":
			return {
				says: "Der Konverter nimmt das Token nicht an.",
				todo: "Setzen Sie TOOLS_CONVERT_TOKEN auf CONVERT_TOKEN des Konverters oder auf ein Token eines Agenten, das weder angehalten noch abgelaufen ist.",
			};
		case "convert_token_unfit":
			return {
				says: "Der Konverter kennt das Token, aber zum Konvertieren taugt es nicht.",
				todo: "Legen Sie auf der Seite Agenten des Admin eines mit dem Recht convert:run an, und setzen Sie TOOLS_CONVERT_TOKEN darauf.",
			};
		case "convert_token_unknown":
			return {
				says: `Nach dem Token gefragt, antwortet der Konverter mit ${found.http}.`,
				todo: "Sehen Sie in sein Protokoll, und ob er die Registry erreicht, die CAIRN_REGISTRY_URL nennt.",
			};
		case "not_converter":
			return {
				says: `Was unter ${found.url} antwortet, ist kein Konverter von Cairn.`,
				todo: "Setzen Sie TOOLS_CONVERT_URL auf seine Adresse, die npm start ausgibt.",
			};
		case "converter_away":
			return {
				says: `Der Konverter unter ${found.url} antwortet nicht.`,
				todo: "Starten Sie ihn, oder berichtigen Sie Adresse und Port in TOOLS_CONVERT_URL.",
			};
	}
};
