/**
 * Staff accounts: sign-in, MFA, passkeys, tokens, devices, recovery. Whoever signs in to the back office is one of them.
 */

export { addressOfStaff, countStaff, emailOf, handlesInquiries, mayHandleInquiries } from "./queries.ts";
export { reencryptSecrets, resetAllMfa } from "./service.ts";
export { staffUsers } from "./table.ts";
