export { CairnError, ERROR_CODES, type ErrorCode, type ErrorDetails, isErrorCode } from "./cairn-error.ts";
export { type Clock, systemClock, utcDay } from "./clock.ts";
export { createId } from "./id.ts";
export { pauseAfterLarge } from "./pause-after-large.ts";
export {
	type Environment,
	firstTextSetting,
	httpUrlSetting,
	type IntegerRange,
	integerSetting,
	textSetting,
} from "./setting.ts";
export { loneSurrogateAt, utf8Bytes } from "./text.ts";
