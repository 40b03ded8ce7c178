import { bundlePrograms } from "./bundle.mjs";
import { inCheckout } from "./checkout.mjs";
import { withLock } from "./lock.mjs";

/** Tests drive the shipped programs: vitest calls this first, so that none of them drives yesterday's. */
export const setup = () => withLock(inCheckout(".setup.lock"), bundlePrograms);
