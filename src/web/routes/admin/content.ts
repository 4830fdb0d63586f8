export const DASHBOARD = {
  title: "Dashboard",
  now: "Needs attention now",
  nothing: "Nothing needs your attention",
  nothingText: "No one is waiting for an answer, and nothing is held back.",
  failed: "The dashboard could not be loaded",
  waitingOf: (count: number) =>
    count === 1 ? "1 inquiry is waiting for a reply" : `${count} inquiries are waiting for a reply`,
  promise: "A reply is promised within 24 hours.",
  promiseLate: (span: string) => `The oldest has waited ${span}; a reply is promised within 24 hours.`,
  allWaiting: "See all that wait",
  reviews: (waiting: number) =>
    waiting === 1
      ? "1 claim or request is waiting for review"
      : `${waiting} claims and requests are waiting for review`,
  reviewsLate: (late: number) => `${late} late: an answer within 3-5 business days is promised.`,
  reviewsDue: (day: string) => `None is late. The next answer is promised by ${day}.`,
  reviewsLink: "Open the queue",
  reports: (count: number) =>
    count === 1
      ? "1 report about a place is waiting to be closed"
      : `${count} reports about places are waiting to be closed`,
  reportsText: "Check what the visitor wrote, then publish what you found.",
  reportsLate: (late: number) => `${late} late: an answer within five business days is promised.`,
  reportsLink: "Open the reports",
  proposals: (count: number) =>
    count === 1 ? "1 owner proposes a change" : `${count} changes by owners are waiting for a decision`,
  proposalsText: "Compare it with the place as it is listed.",
  proposalsLink: "Open the changes",
  transfers: (count: number) =>
    count === 1
      ? "1 transfer of a place is waiting for a decision"
      : `${count} transfers of places are waiting for a decision`,
  transfersText: "The owner refused, or did not answer in time.",
  transfersLink: "Open the transfers",
  readings: (count: number) =>
    count === 1
      ? "1 certificate waits for a second reading"
      : `${count} certificates wait for a second reading`,
  readingsText: "Read them without seeing what the first reader read.",
  readingsLink: "Read",
  renewals: (count: number) =>
    count === 1 ? "1 owner sent a new certificate" : `${count} owners sent a new certificate`,
  renewalsText: "Record it from the file, then someone else reads it.",
  renewalsLink: "Record",
  expiring: (count: number) => (count === 1 ? "1 halal tier ends soon" : `${count} halal tiers end soon`),
  expiringText: "Within 30 days, or verified before evidence was recorded.",
  expiringLink: "See which",
  silent: (count: number) =>
    count === 1 ? "1 certificate has a silent issuer" : `${count} certificates have a silent issuer`,
  silentText: "Look the place up in the issuer's register, or ask again.",
  silentLink: "See which",
  partnersWaiting: (count: number) =>
    count === 1 ? "1 partner is waiting to be verified" : `${count} partners are waiting to be verified`,
  partnersText: "Make sure they are who they say they are, then check Verified Partner.",
  partnersLink: "See who is waiting",
  heldBack: (count: number) =>
    count === 1 ? "1 submission is held back" : `${count} submissions are held back`,
  heldBackText: "Check whether a person wrote it.",
  heldBackLink: "Look at it",
  untrustedProxy: "The server sees all visitors as one client",
  untrustedProxyText:
    "One person's failed sign-ins can lock everyone out. Ask the server's operator to set TRUST_PROXY.",
  mailStopped: "No mail is sent",
  mailStoppedText: (reason: string) =>
    `${reason}. Sending more could get all our mail blocked. Find the cause, then resume.`,
  mailStoppedLink: "Open the mails",
  counts: "Counts",
  last30: (what: string) => `${what} a day over the last 30 days`,
  lastWeek: (count: string) => `${count} in the last 7 days`,
  trend: (week: number, before: number) => {
    if (week === before) return "Same as the week before";
    if (before === 0) return "None the week before";
    const share = Math.abs(Math.round(((week - before) / before) * 100));
    return week > before ? `▲ ${share}% in a week` : `▼ ${share}% in a week`;
  },
  seeAll: "See all",
  seeAllOf: (what: string) => `See all ${what}`,
  signups: "Total signups",
  beta: "Beta testers",
  betaShare: (share: string) => `${share} of all signups`,
  inquiries: "Partnership inquiries",
  waiting: "Waiting for a reply",
  oldest: (span: string) => `The oldest for ${span}`,
  noneWaits: "Every inquiry is answered",
} as const;

export const HOME = {
  hello: (name: string) => `Welcome, ${name}`,
  text: "As a partner manager, you look after the businesses listed with us.",
  can: "What this role can do",
  list: [
    "Manage partner accounts: add, edit, verify and delete them.",
    "Review partners' claims and requests.",
    "Manage your own sign-in: password, second step, devices.",
  ],
  cannot: "The waitlist, the inquiries, the staff accounts and the audit log belong to admins.",
  partners: "Open the partners",
  reviews: "Open the reviews",
  security: "Keep your own sign-in safe",
} as const;
