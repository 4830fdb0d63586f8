import { router } from "./core/trpc.ts";
import { adminSession, adminUsers } from "./modules/accounts/router.ts";
import { adminPartnerships, publicPartnerships } from "./modules/partnerships/router.ts";
import { upkeepRouter } from "./modules/upkeep/router.ts";
import { adminWaitlist, publicWaitlist } from "./modules/waitlist/router.ts";

/** The one tree, by who calls. */
export const appRouter = router({
  public: { waitlist: publicWaitlist, partnerships: publicPartnerships },
  upkeep: upkeepRouter,
  admin: {
    session: adminSession,
    users: adminUsers,
    waitlist: adminWaitlist,
    partnerships: adminPartnerships,
  },
});

export type AppRouter = typeof appRouter;
