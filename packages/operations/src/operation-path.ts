/** Where an operation is reached by HTTP, for the door that serves it and the one that calls it. */
export function operationPath(toolset: string, operation: string): string {
	return `/api/${toolset}/${operation}`;
}
