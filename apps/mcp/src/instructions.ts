/** What an agent is told of the store's tools at the start. */
export const INSTRUCTIONS =
	"Cairn keeps your working files and logs between sessions and shares them with the owner. Always use the same agent_id. " +
	"Write notes with write_file, come back with read_file since_version and context: 3 (you get only what changed), log what " +
	"you did with append_log. Assert with claim_add what others should know, and look with claim_search at what they know.";

export const SCRIPTS_INSTRUCTIONS = "list_scripts shows what else there is.";

export const FILES_INSTRUCTIONS =
	"list_directory, search_files, search_text, read_text_file and write_text_file work on a directory of this machine.";
