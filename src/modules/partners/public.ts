/**
 * Businesses and their people: accounts, sessions, passkeys, addresses, recovery. A partner who leaves is announced to the
 * modules above, which say what becomes of their records.
 */

export { inviteBusiness } from "./invitation.ts";
export { idsOf, isOf, type OnPartner } from "./offers.ts";
export {
  addressesOf,
  addressOf,
  businessesOfOthers,
  byIdOrEmail,
  leadOf,
  lockConfirmedAccount,
  lockIfWorksFor,
  lockOwnAccount,
  lockPartner,
  lockPartners,
  ownerAddresses,
  type PartnerRow,
  requireConfirmedEmail,
  reviewerOf,
} from "./queries.ts";
export { withUniqueAddress } from "./service.ts";
export { currentPartners, formerPartner, partnerReference, type Unlinked } from "./table.ts";
