/** The pages of mailed links that work once. The token is the last segment of the path. */
export const LINK_PAGES = {
  partnerConfirm: "/partner/confirm",
  partnerReset: "/partner/reset",
  partnerUndoEmail: "/partner/undo-email",
  partnerLock: "/partner/lock",
  staffReset: "/admin/reset",
  staffInvitation: "/admin/invitation",
  staffLock: "/admin/lock",
  issuerAnswer: "/issuers/answer",
} as const;

export type LinkPage = (typeof LINK_PAGES)[keyof typeof LINK_PAGES];

/** Asks for the link that sets a new staff password. */
export const STAFF_FORGOT_PAGE = "/admin/forgot";
