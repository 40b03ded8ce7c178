// The package has this class, and types for it, but exports it only by its path.
declare module "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js" {
	import { RateLimiterStoreAbstract } from "rate-limiter-flexible";

	export = RateLimiterStoreAbstract;
}
