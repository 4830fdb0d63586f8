/**
 * Staff accounts: sign-in, MFA, passkeys, tokens, devices, recovery. Everyone who signs in to the back office has one.
 */

export { addressOfStaff, countStaff, emailOf, handlesInquiries, mayHandleInquiries } from "./queries.ts";
export { reencryptSecrets, resetAllMfa } from "./service.ts";
export { isActivePerson, staffUsers } from "./table.ts";
