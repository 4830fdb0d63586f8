import { mergeRouters, router } from "./core/rpc/procedures.ts";
import {
  adminDevices,
  adminMfa,
  adminPasskeys,
  adminRecovery,
  adminSession,
  adminTokens,
  partnerManagerSession,
} from "./modules/accounts/router.ts";
import { adminUsers } from "./modules/accounts/users-router.ts";
import { adminAudit } from "./modules/audit/router.ts";
import {
  adminChanges,
  adminDashboard,
  adminNotes,
  adminQuarantine,
  adminTrash,
  adminViews,
  reviewsWaiting,
} from "./modules/backoffice/router.ts";
import {
  adminCities,
  partnerReports,
  partnerVisits,
  publicCities,
  publicIssuerPages,
  publicPlaces,
  publicReports,
  publicSuggestions,
  reviewReports,
  reviewSuggestions,
} from "./modules/directory/router.ts";
import { adminStillOpen, partnerStillOpen, publicStillOpen } from "./modules/directory/still-open/router.ts";
import {
  adminEvidence,
  adminIssuers,
  partnerEvidence,
  partnerRenewals,
  publicIssuers,
  reviewQueues,
  reviewReadings,
  reviewRenewals,
} from "./modules/evidence/router.ts";
import { adminSuppliers, partnerSuppliers } from "./modules/evidence/suppliers/router.ts";
import { adminPartnerships, publicPartnerships } from "./modules/inquiries/router.ts";
import { adminMails, mailRouter, publicMail } from "./modules/mail/router.ts";
import {
  adminAlerts,
  adminBackups,
  adminHealth,
  alertsRouter,
  backupsRouter,
  maintenanceRouter,
} from "./modules/maintenance/router.ts";
import { partnerProofs, reviewProofs } from "./modules/ownership/claims/proofs/router.ts";
import { partnerPhotos, reviewPhotos } from "./modules/ownership/photos/router.ts";
import {
  claimDecisionTime,
  partnerClaims,
  partnerOwnership,
  partnerRequests,
  reviewProposals,
  reviewTransfers,
} from "./modules/ownership/router.ts";
import {
  ownPartnerPasskeys,
  partnerAccount,
  partnerEmail,
  partnerPassword,
  partnerPeople,
  partnerProfile,
  partnerSession,
} from "./modules/partners/account/router.ts";
import { managedPartners } from "./modules/partners/router.ts";
import { adminPayments, publicSandbox, publicSupport } from "./modules/payments/router.ts";
import { adminForget, adminPeople, publicMe } from "./modules/people/router.ts";
import { adminPrecision, reviewSamples } from "./modules/places/intake/precision/router.ts";
import { adminIntakes, reviewMatches } from "./modules/places/intake/router.ts";
import { adminPrayer, partnerPrayer } from "./modules/places/prayer/router.ts";
import { adminFacts, adminPois, partnerFacts, partnerPois, publicPois } from "./modules/places/router.ts";
import { reviewsRouter, reviewViewers } from "./modules/reviews/router.ts";
import { adminSync } from "./modules/sync/router.ts";
import { adminBroadcasts, publicBeta } from "./modules/waitlist/broadcasts/router.ts";
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
    places: mergeRouters(publicPlaces, publicPois, publicStillOpen),
    reports: publicReports,
    suggestions: publicSuggestions,
    issuers: mergeRouters(publicIssuers, publicIssuerPages),
  },
  partnerManager: {
    session: partnerManagerSession,
    partners: managedPartners,
  },
  partner: {
    session: partnerSession,
    account: partnerAccount,
    profile: partnerProfile,
    people: partnerPeople,
    email: partnerEmail,
    password: partnerPassword,
    passkeys: ownPartnerPasskeys,
    pois: partnerPois,
    claims: partnerClaims,
    requests: partnerRequests,
    reports: partnerReports,
    visits: partnerVisits,
    stillOpen: partnerStillOpen,
    ownership: partnerOwnership,
    evidence: partnerEvidence,
    facts: partnerFacts,
    prayer: partnerPrayer,
    renewals: partnerRenewals,
    suppliers: partnerSuppliers,
    photos: partnerPhotos,
    proofs: partnerProofs,
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
      reviewsWaiting,
      claimDecisionTime,
      router({
        proposals: reviewProposals,
        transfers: reviewTransfers,
        readings: reviewReadings,
        renewals: reviewRenewals,
        photos: reviewPhotos,
        proofs: reviewProofs,
        reports: reviewReports,
        matches: reviewMatches,
        suggestions: reviewSuggestions,
        samples: reviewSamples,
        viewers: reviewViewers,
      }),
    ),
    broadcasts: adminBroadcasts,
    changes: adminChanges,
    dashboard: adminDashboard,
    quarantine: adminQuarantine,
    waitlist: mergeRouters(adminWaitlist, adminForget),
    cities: adminCities,
    partnerships: adminPartnerships,
    notes: adminNotes,
    views: adminViews,
    payments: adminPayments,
    people: adminPeople,
    mails: adminMails,
    intakes: mergeRouters(adminPrecision, adminIntakes),
    pois: adminPois,
    evidence: adminEvidence,
    issuers: adminIssuers,
    facts: adminFacts,
    prayer: adminPrayer,
    stillOpen: adminStillOpen,
    suppliers: adminSuppliers,
    health: adminHealth,
    backups: adminBackups,
    alerts: adminAlerts,
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
