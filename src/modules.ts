import type { Offers } from "./core/rpc/offers.ts";
import { accounts } from "./modules/accounts/module.ts";
import { audit } from "./modules/audit/module.ts";
import { backoffice } from "./modules/backoffice/module.ts";
import { directory } from "./modules/directory/module.ts";
import { evidence } from "./modules/evidence/module.ts";
import { inquiries } from "./modules/inquiries/module.ts";
import { mail } from "./modules/mail/module.ts";
import { maintenance } from "./modules/maintenance/module.ts";
import { ownership } from "./modules/ownership/module.ts";
import { partners } from "./modules/partners/module.ts";
import { payments } from "./modules/payments/module.ts";
import { places } from "./modules/places/module.ts";
import { reviews } from "./modules/reviews/module.ts";
import { sync } from "./modules/sync/module.ts";
import { waitlist } from "./modules/waitlist/module.ts";

/** The modules in the order of their floors, in which their offers are run. */
export const MODULES: readonly Offers[] = [
  audit,
  mail,
  accounts,
  partners,
  places,
  evidence,
  ownership,
  waitlist,
  inquiries,
  payments,
  directory,
  reviews,
  sync,
  backoffice,
  maintenance,
];
