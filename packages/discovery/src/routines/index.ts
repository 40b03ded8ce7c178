export {
	CONTEXTS,
	type Context,
	holdsIn,
	ROUTINE_CONTEXTS,
	ROUTINE_LIMITS,
	type Routine,
	type RoutineContext,
	type RoutineInput,
} from "./routine.ts";
export { createRoutineBook, type RoutineBook, type RoutineCall } from "./routine-book.ts";
