import type { TokenScope } from "../../../shared/accounts/token-scopes.ts";

export const SCOPES = {
  legend: "What it may do",
  none: "Please choose at least one permission",
} as const;

export const SCOPE_NAMES: Readonly<Record<TokenScope, string>> = {
  "waitlist:read": "See waitlist signups",
  "waitlist:write": "Change waitlist signups",
  "inquiries:read": "See partnership inquiries",
  "inquiries:write": "Add, change and delete partnership inquiries",
  "places:read": "See places",
  "places:write": "Change places",
  "reviews:write": "See and decide claims and requests",
  "sync:run": "Run the sync and see its results",
  "payments:read": "See gifts and pledges",
  "audit:read": "See the audit log",
};
