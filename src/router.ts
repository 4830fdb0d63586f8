import { mergeRouters, router } from "./core/rpc/procedures.ts";
import { adminDevices } from "./modules/accounts/devices/router.ts";
import {
  adminMfa,
  adminPasskeys,
  adminRecovery,
  adminSession,
  partnerManagerSession,
} from "./modules/accounts/router.ts";
import { adminTokens } from "./modules/accounts/tokens/router.ts";
import { adminUsers } from "./modules/accounts/users-router.ts";
import { adminAudit } from "./modules/audit/router.ts";
import { adminChanges } from "./modules/backoffice/changes/router.ts";
import { adminDashboard, reviewCounts } from "./modules/backoffice/dashboard/router.ts";
import { adminNotes } from "./modules/backoffice/notes/router.ts";
import { adminQuarantine } from "./modules/backoffice/quarantine/router.ts";
import { adminTrash } from "./modules/backoffice/trash/router.ts";
import {
  adminCities,
  partnerReports,
  publicCities,
  publicPlaces,
  publicReports,
  reviewReports,
} from "./modules/directory/router.ts";
import { partnerRenewals, reviewRenewals } from "./modules/evidence/renewals/router.ts";
import {
  adminEvidence,
  adminIssuers,
  publicIssuers,
  reviewQueues,
  reviewReadings,
} from "./modules/evidence/router.ts";
import { partnerEvidence } from "./modules/evidence/uploads/router.ts";
import { adminPartnershipsBulk } from "./modules/inquiries/bulk.router.ts";
import { adminPartnerships, publicPartnerships } from "./modules/inquiries/router.ts";
import { adminMailsBulk } from "./modules/mail/bulk.router.ts";
import { adminMails, mailRouter, publicMail } from "./modules/mail/router.ts";
import { alertsRouter } from "./modules/maintenance/alerts/router.ts";
import { backupsRouter } from "./modules/maintenance/backups/router.ts";
import { adminHealth } from "./modules/maintenance/health/router.ts";
import { maintenanceRouter } from "./modules/maintenance/router.ts";
import {
  claimDecisionTime,
  partnerClaims,
  partnerOwnership,
  partnerRequests,
  reviewProposals,
  reviewTransfers,
} from "./modules/ownership/router.ts";
import { partnerEmail, partnerPassword, partnerProfile } from "./modules/partners/account-router.ts";
import { managedPartnersBulk } from "./modules/partners/bulk.router.ts";
import { ownPartnerPasskeys } from "./modules/partners/passkeys/router.ts";
import { partnerAccount } from "./modules/partners/removal/router.ts";
import { managedPartners, partnerSession } from "./modules/partners/router.ts";
import { managedSessions } from "./modules/partners/sessions/router.ts";
import { adminPayments, publicSandbox, publicSupport } from "./modules/payments/router.ts";
import { adminForget, adminPeople, publicMe } from "./modules/people/router.ts";
import { adminFacts, partnerFacts } from "./modules/places/facts/router.ts";
import { adminPois, partnerPois, publicPois } from "./modules/places/router.ts";
import { reviewsRouter, reviewViewers } from "./modules/reviews/router.ts";
import { adminSync } from "./modules/sync/router.ts";
import { adminBroadcasts, publicBeta } from "./modules/waitlist/broadcasts/router.ts";
import { adminWaitlistBulk } from "./modules/waitlist/bulk.router.ts";
import { adminWaitlist, publicJoined, publicWaitlist } from "./modules/waitlist/router.ts";

/** All procedures, grouped by who may call them. */
export const appRouter = router({
  public: {
    waitlist: publicWaitlist,
    joined: publicJoined,
    partnerships: publicPartnerships,
    support: publicSupport,
    sandbox: publicSandbox,
    mail: publicMail,
    me: publicMe,
    beta: publicBeta,
    cities: publicCities,
    places: mergeRouters(publicPlaces, publicPois),
    reports: publicReports,
    issuers: publicIssuers,
  },
  partnerManager: {
    session: partnerManagerSession,
    partners: mergeRouters(managedPartners, managedSessions, managedPartnersBulk),
  },
  partner: {
    session: partnerSession,
    account: partnerAccount,
    profile: partnerProfile,
    email: partnerEmail,
    password: partnerPassword,
    passkeys: ownPartnerPasskeys,
    pois: partnerPois,
    claims: partnerClaims,
    requests: partnerRequests,
    reports: partnerReports,
    ownership: partnerOwnership,
    evidence: partnerEvidence,
    facts: partnerFacts,
    renewals: partnerRenewals,
  },
  admin: {
    session: adminSession,
    mfa: adminMfa,
    recovery: adminRecovery,
    passkeys: adminPasskeys,
    tokens: adminTokens,
    devices: adminDevices,
    users: adminUsers,
    audit: adminAudit,
    reviews: mergeRouters(
      reviewsRouter,
      reviewQueues,
      reviewCounts,
      claimDecisionTime,
      router({
        proposals: reviewProposals,
        transfers: reviewTransfers,
        readings: reviewReadings,
        renewals: reviewRenewals,
        reports: reviewReports,
        viewers: reviewViewers,
      }),
    ),
    broadcasts: adminBroadcasts,
    changes: adminChanges,
    dashboard: adminDashboard,
    quarantine: adminQuarantine,
    waitlist: mergeRouters(adminWaitlist, adminWaitlistBulk, adminForget),
    cities: adminCities,
    partnerships: mergeRouters(adminPartnerships, adminPartnershipsBulk),
    notes: adminNotes,
    payments: adminPayments,
    people: adminPeople,
    mails: mergeRouters(adminMails, adminMailsBulk),
    pois: adminPois,
    evidence: adminEvidence,
    issuers: adminIssuers,
    facts: adminFacts,
    health: adminHealth,
    trash: adminTrash,
  },
  sync: adminSync,
  operator: {
    maintenance: maintenanceRouter,
    backups: backupsRouter,
    alerts: alertsRouter,
    mail: mailRouter,
  },
});

export type AppRouter = typeof appRouter;
