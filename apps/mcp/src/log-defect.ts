import type { OnDefect } from "@cairn/operations";

/** Writes a defect to stderr; the logger is loaded for that, since a good day needs none. */
export const logDefect: OnDefect = ({ id, error, requestId, operation }) => {
	void import("@cairn/kernel/logger").then(({ createLogger }) =>
		createLogger({ name: "mcp" }).error({ err: error, id, requestId, operation }, "defect"),
	);
};
