import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of this checkout. */
export const checkout = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** An absolute path inside the checkout. */
export const inCheckout = (...parts) => path.join(checkout, ...parts);
