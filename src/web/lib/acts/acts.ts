/** What can be begun from anywhere in the back office: the screen that does it, and its name. */
export const ACTS = {
  addInquiry: { to: "/admin/inquiries", label: "Add inquiry" },
  importSignups: { to: "/admin/waitlist", label: "Import signups" },
  importPlaces: { to: "/admin/places", label: "Import places" },
  addPartner: { to: "/partner-manager", label: "Add partner" },
  addIssuer: { to: "/admin/issuers", label: "Add issuer" },
  startSync: { to: "/admin/sync", label: "Start a sync" },
  inviteUser: { to: "/admin/users", label: "Invite a user" },
  addUser: { to: "/admin/users", label: "Add Admin User" },
} as const;

export type Act = keyof typeof ACTS;
