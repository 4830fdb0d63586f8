import { LINK_PAGES, STAFF_FORGOT_PAGE } from "../shared/people/mails.ts";
import type { Screen } from "./screen.ts";

/**
 * What people do without a session, most of it with a link from a mail. Mails sent before the token was in the path have it
 * in the fragment, which only scripts can read.
 */
export const LINK_SCREENS = {
  partnerConfirm: {
    path: `${LINK_PAGES.partnerConfirm}/{-$token}`,
    withoutScripts: "partner",
    load: async () => (await import("./routes/partner/links/confirm-page.tsx")).ConfirmPage,
  },
  partnerReset: {
    path: `${LINK_PAGES.partnerReset}/{-$token}`,
    withoutScripts: "partner",
    load: async () => (await import("./routes/partner/links/reset-page.tsx")).ResetPage,
  },
  partnerUndoEmail: {
    path: `${LINK_PAGES.partnerUndoEmail}/{-$token}`,
    withoutScripts: "partner",
    load: async () => (await import("./routes/partner/links/undo-page.tsx")).UndoPage,
  },
  partnerLock: {
    path: `${LINK_PAGES.partnerLock}/{-$token}`,
    withoutScripts: "partner",
    load: async () => (await import("./routes/partner/links/lock-page.tsx")).LockPage,
  },
  staffForgot: {
    path: STAFF_FORGOT_PAGE,
    withoutScripts: "staff",
    load: async () => (await import("./routes/admin/links/forgot-page.tsx")).ForgotPage,
  },
  staffReset: {
    path: `${LINK_PAGES.staffReset}/{-$token}`,
    withoutScripts: "staff",
    load: async () => (await import("./routes/admin/links/reset-page.tsx")).ResetPage,
  },
  staffInvitation: {
    path: `${LINK_PAGES.staffInvitation}/{-$token}`,
    withoutScripts: "staff",
    load: async () => (await import("./routes/admin/links/invitation-page.tsx")).InvitationPage,
  },
  staffLock: {
    path: `${LINK_PAGES.staffLock}/{-$token}`,
    withoutScripts: "staff",
    load: async () => (await import("./routes/admin/links/lock-page.tsx")).LockPage,
  },
  issuerAnswer: {
    path: `${LINK_PAGES.issuerAnswer}/{-$token}`,
    withoutScripts: "link",
    load: async () => (await import("./routes/issuers/answer-page.tsx")).IssuerAnswerPage,
  },
} as const satisfies Record<string, Screen>;
