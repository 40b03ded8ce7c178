export { type AuthorizedCall, authorizeCall, type CallAccess, type CallRequest } from "./authorize.ts";
export { type OnDefect, tellable } from "./defect.ts";
export {
	type Access,
	type AnyOperation,
	type CallContext,
	defineOperation,
	type Operation,
	type OperationDefinition,
	type OperationFace,
	type Progress,
} from "./operation.ts";
export { type LeftOut, leftOutOf, Page } from "./page.ts";
export { parseInput } from "./parse-input.ts";
export { fromProblem, toProblem } from "./problem.ts";
export { createRemoteToolset, type RemoteServer } from "./remote-door.ts";
export type { Resource } from "./resource.ts";
export { type CallOptions, createToolset, type Toolset } from "./toolset.ts";
