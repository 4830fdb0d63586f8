/**
 * Signups, where they come from, and broadcasts to them. An acknowledged signup is never lost; no one gets a broadcast twice.
 */

export { cancelRestored } from "./broadcasts/service.ts";
export { assignUnknownCities } from "./columns.ts";
export { keepLeft } from "./joined/card.ts";
export { isGreeting } from "./joined/links.ts";
export { confirmSignup, friendsOf, leaveWaitlist, ownSignup, rejoinWaitlist, updateSignup } from "./own.ts";
export { countSignupsByCity } from "./queries.ts";
export { currentSignups } from "./table.ts";
