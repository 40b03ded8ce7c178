import { sizeText } from "@cairn/kernel/size-text";
import type { Sentences } from "./finding.ts";

/** What was found and what to do, in English. */
export const sentencesEn: Sentences = (found) => {
	switch (found.code) {
		case "answers":
			return { says: `${found.url} answers.` };
		case "answers_untried":
			return { says: `${found.url} answers. TOOLS_REGISTRY_TOKEN is not set, so no token was tried.` };
		case "refused":
			return {
				says: `Nothing listens at ${found.url}.`,
				todo: `Start the server there, or correct the address and port in ${found.setting}.`,
			};
		case "slow":
			return {
				says: `${found.url} gave no answer in time.`,
				todo: "Look into the log of that server, and whether its machine is overloaded.",
			};
		case "unreachable":
			return {
				says: `${found.url} can't be reached.`,
				todo: `Check the name in ${found.setting}, the network and the firewall of the server.`,
			};
		case "not_registry":
			return {
				says: `What answers at ${found.url} is no registry of Cairn.`,
				todo: `Set ${found.setting} to the registry's address, which npm start prints and the page Connect of the admin shows.`,
			};
		case "status":
			return { says: `${found.url} answers ${found.http}.`, todo: "Look into the log of that server." };
		case "wrong_token":
			return {
				says: "The server doesn't take the token.",
				todo:
					found.setting === "REGISTRY_URL"
						? "Put the server's token into TOOLS_REGISTRY_TOKEN."
						: "Look on the page Agents of the admin whether it is paused, revoked or past its time, or make a new one there, and put that into TOOLS_REGISTRY_TOKEN.",
			};
		case "token_wanted":
			return {
				says: "The server wants a token, and TOOLS_REGISTRY_TOKEN is not set.",
				todo: "Put this agent's token into TOOLS_REGISTRY_TOKEN; the page Agents of the admin makes one.",
			};
		case "no_server":
			return { says: "No server is named; everything is kept on this machine." };
		case "database_alone":
			return { says: `No server is named; everything is kept in the database that ${found.setting} names.` };
		case "server_wanted":
			return {
				says: "No server is named, and this client, which came from a server, has no store of its own.",
				todo: "Set TOOLS_REGISTRY_URL to that server's address, such as http://server:3457, and TOOLS_REGISTRY_TOKEN to this agent's token.",
			};
		case "no_proxy":
			return { says: "No proxy is set in the environment." };
		case "proxy_unused":
			return {
				says: `${found.names} is set, and Cairn goes to its servers without a proxy.`,
				todo: "If the server is only reachable through it, put the server into the local network or a VPN.",
			};
		case "clock_right":
			return { says: "The clock agrees with the server's." };
		case "clock_unknown":
			return { says: "The clock could not be compared, as no server answered." };
		case "clock_differs":
			return {
				says: `The clock differs from the server's by ${found.seconds} s.`,
				todo: "Let both take the time from the network (NTP).",
			};
		case "clock_past":
			return {
				says: `The clock says that it is ${found.year}.`,
				todo: "Set it right, or let it take the time from the network (NTP).",
			};
		case "database_answers":
			return {
				says: `PostgreSQL ${found.version} answers in ${found.milliseconds} ms; the store takes ${sizeText(found.bytes, "en")}. How much room its disk has can't be seen from here.`,
			};
		case "database_slow":
			return {
				says: `PostgreSQL ${found.version} takes ${found.milliseconds} ms for the smallest answer; the store takes ${sizeText(found.bytes, "en")}.`,
				todo: "Put the database near the servers of Cairn, and look whether its machine is overloaded.",
			};
		case "connections_left":
			return { says: `The database has ${found.used} of at most ${found.most} connections.` };
		case "connections_short":
			return {
				says: `The database has ${found.used} of at most ${found.most} connections, so that programs soon get none.`,
				todo: `Raise its max_connections, or lower connection_limit in ${found.setting}.`,
			};
		case "database_away":
			return {
				says: `The database that ${found.setting} names can't be reached.`,
				todo: `Look whether it runs, and at the address and port in ${found.setting}.`,
			};
		case "database_refuses":
			return {
				says: `The database refuses the user, the password or the name in ${found.setting}.`,
				todo: "Correct them, and look whether the database belongs to that user.",
			};
		case "backups_provable":
			return { says: "Backups of the database can be made and proven from here." };
		case "backup_programs_missing":
			return {
				says: `No backup can be made: pg_dump and pg_restore of PostgreSQL ${found.wanted} or newer are not in the PATH.`,
				todo: `Install PostgreSQL's client programs, on Debian postgresql-client-${found.wanted}, which PostgreSQL's own package repository has where Debian's hasn't.`,
			};
		case "drill_refused":
			return {
				says: `Backups are made and not proven: the role ${found.role} may not create the database for the restore drill.`,
				todo: `Let it: ALTER ROLE "${found.role}" CREATEDB.`,
			};
		case "store_there":
			return { says: `The store is in the data folder ${found.folder}.` };
		case "store_missing":
			return {
				says: `There is no store in the data folder ${found.folder}.`,
				todo: "Name the servers' data folder with --data DIR or CAIRN_DATA_DIR, or start them: the first start makes the store.",
			};
		case "disk_free":
			return { says: `${sizeText(found.bytes, "en")} are free for ${found.folder}.` };
		case "disk_low":
			return {
				says: `Only ${sizeText(found.bytes, "en")} are free for ${found.folder}: too little for the next backup.`,
				todo: "Free some space, or put the backups elsewhere with CAIRN_BACKUPS_DIR.",
			};
		case "disk_full":
			return {
				says: `The disk of ${found.folder} is full.`,
				todo: "Free some space: nothing can be stored until then.",
			};
		case "writable":
			return { says: `${found.path} can be written.` };
		case "unwritable":
			return {
				says: `${found.path} can't be written.`,
				todo: "Give it to the user that Cairn runs as: chown -R, and chmod u+rw.",
			};
		case "no_folder":
			return { says: `There is no ${found.path} yet; it is made when it is needed.` };
		case "readable_by_others":
			return {
				says: `Other users of this machine can read ${found.path}.`,
				todo: `Take that from them: chmod go= ${found.path}`,
			};
		case "versions":
			return { says: `Cairn ${found.cairn} on Node.js ${found.node}.` };
		case "old_node":
			return { says: `Node.js ${found.node} is too old.`, todo: `Install Node.js ${found.wanted} or newer.` };
		case "engines_ready":
			return { says: `The converter has ${found.names}.` };
		case "engines_missing":
			return {
				says: `The converter lacks ${found.names}.`,
				todo: "Install what is missing on its machine; the page Convert says how.",
			};
		case "no_converter":
			return { says: "No convert service is named; TOOLS_CONVERT_URL would name one." };
		case "convert_token_taken":
			return { says: "The converter takes the token." };
		case "convert_token_refused":
			return {
				says: "The converter doesn't take the token.",
				todo: "Put the converter's CONVERT_TOKEN into TOOLS_CONVERT_TOKEN, or an agent's token that is neither paused nor past its time.",
			};
		case "convert_token_unfit":
			return {
				says: "The converter knows the token, which is not good for converting.",
				todo: "Make a token with the scope convert:run on the page Agents of the admin, and put it into TOOLS_CONVERT_TOKEN.",
			};
		case "convert_token_unknown":
			return {
				says: `Asked about the token, the converter answers ${found.http}.`,
				todo: "Look into its log, and whether it reaches the registry that CAIRN_REGISTRY_URL names.",
			};
		case "not_converter":
			return {
				says: `What answers at ${found.url} is no converter of Cairn.`,
				todo: "Set TOOLS_CONVERT_URL to its address, which npm start prints.",
			};
		case "converter_away":
			return {
				says: `The converter at ${found.url} doesn't answer.`,
				todo: "Start it, or correct the address and port in TOOLS_CONVERT_URL.",
			};
	}
};
