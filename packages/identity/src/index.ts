export { hostNameOf, isAllowedHost, isPrivateAddress } from "@cairn/kernel/allowed-host";
export { accessOf, authorize } from "./access/call-access.ts";
export {
	localPrincipal,
	mayUse,
	ownerPrincipal,
	type Principal,
	type PrincipalKind,
	sharedPrincipal,
} from "./access/principal.ts";
export { AGENT_SCOPES, parseScopes, SCOPES, type Scope, scopesFor } from "./access/scope.ts";
export { type AgentDeletionContext, deleteAgent, previewAgentDeletion } from "./agents/delete-agent.ts";
export { BY_OWNER, type Deed, type Doer, recordDeed } from "./audit/deed.ts";
export { type Refusal, Refusals } from "./audit/refusals.ts";
export { shapeOf } from "./audit/shape-of.ts";
export { AccessRefused, unknownCaller } from "./doors/access-refused.ts";
export { type Exchange, Exchanges } from "./doors/exchanges.ts";
export type { Credentials, Gate } from "./doors/gate.ts";
export { TokenGate, type TokenGateOptions } from "./doors/token-gate.ts";
export { equalSecrets } from "./equal-secrets.ts";
export { AllowedHosts, type AllowedHostsOptions, parseAllowedHosts } from "./hosts/allowed-hosts.ts";
export { type ForwardedRequest, forwardedRequest, type IncomingRequest } from "./hosts/forwarded-request.ts";
export { NO_PROXIES, parseTrustedProxies, type TrustedProxies } from "./hosts/trusted-proxies.ts";
export { RateLimits, rateLimited, type Taken } from "./limits/rate-limits.ts";
export { BAD_TOKEN_RULE, LOGIN_RULE, type RateRule, TOKEN_RULE } from "./limits/rate-rules.ts";
export { OwnerAccess, type OwnerAccessOptions } from "./owner/owner-access.ts";
export {
	type OwnerClient,
	type OwnerSession,
	SESSION_ABSOLUTE_MS,
	SESSION_IDLE_MS,
	type SignedIn,
} from "./owner/owner-session.ts";
export type { PasswordCost } from "./owner/password-hash.ts";
export { PASSWORD_CHARACTERS } from "./owner/password-rule.ts";
export {
	AgentTokens,
	type Authentication,
	type IssuedToken,
	type NewToken,
	type TokenRefusal,
} from "./tokens/agent-tokens.ts";
export { looksLikeToken, parseToken } from "./tokens/token-text.ts";
export type { AgentToken, TokenState } from "./tokens/token-view.ts";
