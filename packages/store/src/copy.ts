export { type CopiedRows, type CopyStore, copyStore } from "./copy/copy-store.ts";
