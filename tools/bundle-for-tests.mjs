// Tests drive the shipped programs: vitest calls this first, so that none of them drives yesterday's.
export { bundlePrograms as setup } from "./bundle.mjs";
