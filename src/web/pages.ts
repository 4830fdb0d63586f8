/** One address that a person can open. `path` is written in the router's pattern language. */
export interface PagePath {
  readonly path: string;
  /** `prerendered`: made whole by the build. `shell`: the empty frame that the app fills. */
  readonly html: "prerendered" | "shell";
  /** Staff and partner screens must not stay in any cache. */
  readonly stored: boolean;
}

/** Every page there is: the router, the build and the server all read this list, so none can know one more. */
export const PAGES = {
  landing: { path: "/", html: "prerendered", stored: true },
  privacy: { path: "/privacy", html: "prerendered", stored: true },
  terms: { path: "/terms", html: "prerendered", stored: true },
  cookies: { path: "/cookies", html: "prerendered", stored: true },
  betaTesting: { path: "/beta-testing", html: "prerendered", stored: true },
  support: { path: "/support", html: "prerendered", stored: true },
  supportResult: { path: "/support/success/{-$paymentId}", html: "shell", stored: false },
  gifts: { path: "/admin/payments", html: "shell", stored: false },
  security: { path: "/admin/security", html: "shell", stored: false },
  dashboard: { path: "/admin", html: "shell", stored: false },
  staffWaitlist: { path: "/admin/waitlist", html: "shell", stored: false },
  inquiries: { path: "/admin/inquiries", html: "shell", stored: false },
  users: { path: "/admin/users", html: "shell", stored: false },
  reviews: { path: "/admin/reviews", html: "shell", stored: false },
  partnerManager: { path: "/partner-manager", html: "shell", stored: false },
  partnerAuth: { path: "/partner/auth", html: "shell", stored: false },
  partner: { path: "/partner", html: "shell", stored: false },
  audit: { path: "/admin/audit", html: "shell", stored: false },
  sync: { path: "/admin/sync", html: "shell", stored: false },
} as const satisfies Record<string, PagePath>;

/** The file that the build makes for a page. */
export const fileOf = (page: PagePath): string =>
  page.html === "shell" ? SHELL : page.path === "/" ? "index.html" : `${page.path.slice(1)}.html`;

export const SHELL = "app.html";
export const NOT_FOUND = "404.html";
export const OUTCOMES = { joined: "waitlist-joined.html", failed: "waitlist-failed.html" } as const;
export type Outcome = keyof typeof OUTCOMES;

/** Stands in an outcome's page where the server writes its sentence, escaped. */
export const SENTENCE = "<!--sentence-->";
