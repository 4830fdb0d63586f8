import { router } from "./core/trpc.ts";
import { adminMfa, adminSession, adminUsers } from "./modules/accounts/router.ts";
import { adminAudit } from "./modules/audit/router.ts";
import { adminDashboard } from "./modules/dashboard/router.ts";
import { partnerSession } from "./modules/partners/router.ts";
import { adminPartnerships, publicPartnerships } from "./modules/partnerships/router.ts";
import { adminQuarantine } from "./modules/quarantine/router.ts";
import { upkeepRouter } from "./modules/upkeep/router.ts";
import { adminWaitlist, publicWaitlist } from "./modules/waitlist/router.ts";

/** The one tree, by who calls. */
export const appRouter = router({
  public: { waitlist: publicWaitlist, partnerships: publicPartnerships },
  upkeep: upkeepRouter,
  partner: { session: partnerSession },
  admin: {
    session: adminSession,
    mfa: adminMfa,
    users: adminUsers,
    audit: adminAudit,
    dashboard: adminDashboard,
    quarantine: adminQuarantine,
    waitlist: adminWaitlist,
    partnerships: adminPartnerships,
  },
});

export type AppRouter = typeof appRouter;
