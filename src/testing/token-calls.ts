import type { TokenScope } from "../shared/accounts/token-scopes.ts";

/** The procedures that each scope opens: written independently of the procedures' metadata, to check it. */
export const CALLS_OF_SCOPE: Readonly<Record<TokenScope, readonly string[]>> = {
  "waitlist:read": [
    "admin.waitlist.list",
    "admin.waitlist.sources",
    "admin.waitlist.exportSources",
    "admin.cities.rank",
    "admin.cities.bar",
  ],
  "waitlist:write": [
    "admin.waitlist.list",
    "admin.waitlist.sources",
    "admin.waitlist.exportSources",
    "admin.waitlist.import",
    "admin.cities.rank",
    "admin.cities.bar",
    "admin.cities.setBar",
  ],
  "inquiries:read": ["admin.partnerships.list", "admin.partnerships.get"],
  "inquiries:write": [
    "admin.partnerships.list",
    "admin.partnerships.get",
    "admin.partnerships.create",
    "admin.partnerships.update",
    "admin.partnerships.setAnswered",
    "admin.partnerships.delete",
    "admin.partnerships.restore",
  ],
  "places:read": [
    "admin.pois.list",
    "admin.pois.get",
    "admin.issuers.list",
    "admin.evidence.list",
    "admin.facts.get",
  ],
  "places:write": [
    ...["admin.pois.list", "admin.pois.get", "admin.pois.update", "admin.facts.get", "admin.facts.save"],
    ...[
      "admin.issuers.list",
      "admin.issuers.add",
      "admin.issuers.update",
      "admin.evidence.list",
      "admin.facts.get",
    ],
  ],
  "reviews:write": [
    "reviews.queue",
    "reviews.claims",
    "reviews.claim",
    "reviews.placeClaims",
    "reviews.decideClaim",
    "reviews.requests",
    "reviews.request",
    "reviews.decideRequest",
    "reviews.evidence",
    ...["reviews.proposals.list", "reviews.proposals.decide"],
    ...["reviews.transfers.list", "reviews.transfers.decide"],
    "reviews.readings.list",
    "reviews.readings.read",
    "reviews.counts",
    "reviews.expiring",
    "reviews.silentIssuers",
    "reviews.askAgain",
    "reviews.renewals.list",
    "reviews.renewals.decide",
    "reviews.decisionTime",
    "reviews.reports.list",
    "reviews.reports.get",
    "reviews.reports.close",
    "admin.evidence.add",
    "admin.evidence.revoke",
    "admin.evidence.withdrawal",
  ],
  "sync:run": [
    "admin.sync.stats",
    "admin.sync.trigger",
    "admin.sync.runs",
    "admin.sync.run",
    "admin.sync.errors",
    "admin.sync.retry",
    "admin.sync.cancel",
  ],
  "payments:read": [
    "admin.payments.list",
    "admin.payments.show",
    "admin.payments.totals",
    "admin.payments.pledges",
  ],
  "audit:read": ["admin.audit.list"],
};

/** Procedures that need several scopes. */
export const CALLS_OF_SCOPES: Readonly<Record<string, readonly TokenScope[]>> = {
  "admin.dashboard.summary": ["waitlist:read", "inquiries:read"],
  "admin.quarantine.list": ["waitlist:read", "inquiries:read"],
  "admin.quarantine.release": ["waitlist:write", "inquiries:write"],
  "admin.quarantine.delete": ["waitlist:write", "inquiries:write"],
  "admin.quarantine.restore": ["waitlist:write", "inquiries:write"],
};

/** Staff procedures, or prefixes of their paths, that no token opens: accounts, sessions, partners, money received, mail. */
export const NEVER_BY_TOKEN: readonly string[] = [
  "admin.session",
  "admin.mfa",
  "admin.users",
  "admin.tokens",
  "admin.devices",
  "admin.broadcasts",
  "admin.payments.receive",
  "admin.mails",
  "partnerManager.partners",
];
