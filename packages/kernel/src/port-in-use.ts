/**
 * What to tell whoever starts a server whose port another program holds; undefined for any other error.
 * @param portSetting what moves the server to another port, such as PORT
 */
export function portInUse(error: unknown, portSetting: string): string | undefined {
	if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) return undefined;
	const port = "port" in error ? error.port : "";
	return `Port ${port} is in use. Stop the program that holds it, or set ${portSetting} to another one.`;
}
