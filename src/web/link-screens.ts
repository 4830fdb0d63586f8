import type { Screen } from "./screen.ts";

/** What people do without a session, most of it with a link from a mail. */
export const LINK_SCREENS = {
  partnerConfirm: {
    path: "/partner/confirm",
    withoutScripts: "partner",
    load: async () => (await import("./routes/partner/links/confirm-page.tsx")).ConfirmPage,
  },
  partnerReset: {
    path: "/partner/reset",
    withoutScripts: "partner",
    load: async () => (await import("./routes/partner/links/reset-page.tsx")).ResetPage,
  },
  partnerUndoEmail: {
    path: "/partner/undo-email",
    withoutScripts: "partner",
    load: async () => (await import("./routes/partner/links/undo-page.tsx")).UndoPage,
  },
  partnerLock: {
    path: "/partner/lock",
    withoutScripts: "partner",
    load: async () => (await import("./routes/partner/links/lock-page.tsx")).LockPage,
  },
  staffForgot: {
    path: "/admin/forgot",
    withoutScripts: "staff",
    load: async () => (await import("./routes/admin/links/forgot-page.tsx")).ForgotPage,
  },
  staffReset: {
    path: "/admin/reset",
    withoutScripts: "staff",
    load: async () => (await import("./routes/admin/links/reset-page.tsx")).ResetPage,
  },
  staffInvitation: {
    path: "/admin/invitation",
    withoutScripts: "staff",
    load: async () => (await import("./routes/admin/links/invitation-page.tsx")).InvitationPage,
  },
  staffLock: {
    path: "/admin/lock",
    withoutScripts: "staff",
    load: async () => (await import("./routes/admin/links/lock-page.tsx")).LockPage,
  },
} as const satisfies Record<string, Screen>;
