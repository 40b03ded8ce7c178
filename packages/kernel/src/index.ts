export { BoundedMap } from "./bounded-map.ts";
export { CairnError, ERROR_CODES, type ErrorCode, type ErrorDetails, isErrorCode } from "./cairn-error.ts";
export { type Caller, LOCAL_CALLER, OWNER_CALLER, SYSTEM_CALLER } from "./caller.ts";
export { type Clock, isWithin, systemClock, utcDay } from "./clock.ts";
export { createId } from "./id.ts";
export { Lock } from "./lock.ts";
export { OWNER } from "./owner.ts";
export { pauseAfterLarge } from "./pause-after-large.ts";
export { retryAfterDetails, retryAfterMs, retryAfterSeconds } from "./retry-after.ts";
export {
	choiceSetting,
	type Environment,
	httpUrlSetting,
	type IntegerRange,
	integerSetting,
	textSetting,
	tokenSetting,
} from "./setting.ts";
export { stopHttpServer } from "./stop-http-server.ts";
export { loneSurrogateAt, utf8Bytes } from "./text.ts";
