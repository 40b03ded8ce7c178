/**
 * What the MCP SDK loads for Node, with its small JSON Schema validator in place of ajv: a server needs one only to check
 * forms that a user filled in, which Cairn never sends, and ajv is a third of the program's start.
 */

export { default as process } from "node:process";
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from "@modelcontextprotocol/server/validators/cf-worker";
