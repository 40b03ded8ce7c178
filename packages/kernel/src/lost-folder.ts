/** What to tell where the folder in which a program was started has been removed since; undefined for any other error. */
export function lostFolder(error: unknown): string | undefined {
	if (!(error instanceof Error && "syscall" in error && error.syscall === "uv_cwd")) return undefined;
	return "The folder in which this was started was removed. Change into one that is there, then start it again.";
}
