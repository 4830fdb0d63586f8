export const DASHBOARD = {
  now: "Needs attention now",
  nothing: "Nothing needs your attention",
  failed: "The dashboard could not be loaded",
  reviewsLate: (late: number) => `${late} late: an answer within 3-5 business days is promised.`,
  reports: (count: number) =>
    count === 1
      ? "1 report about a place is waiting to be closed"
      : `${count} reports about places are waiting to be closed`,
  reportsLate: (late: number) => `${late} late: an answer within five business days is promised.`,
  proposals: (count: number) =>
    count === 1 ? "1 owner proposes a change" : `${count} changes by owners are waiting for a decision`,
  transfers: (count: number) =>
    count === 1
      ? "1 transfer of a place is waiting for a decision"
      : `${count} transfers of places are waiting for a decision`,
  readings: (count: number) =>
    count === 1
      ? "1 certificate waits for a second reading"
      : `${count} certificates wait for a second reading`,
  renewals: (count: number) =>
    count === 1 ? "1 owner sent a new certificate" : `${count} owners sent a new certificate`,
  expiring: (count: number) => (count === 1 ? "1 halal tier ends soon" : `${count} halal tiers end soon`),
  silent: (count: number) =>
    count === 1 ? "1 certificate has a silent issuer" : `${count} certificates have a silent issuer`,
  trend: (week: number, before: number) => {
    if (week === before) return "Same as the week before";
    if (before === 0) return "None the week before";
    const share = Math.abs(Math.round(((week - before) / before) * 100));
    return week > before ? `▲ ${share}% in a week` : `▼ ${share}% in a week`;
  },
  seeAll: "See all",
  seeAllOf: (what: string) => `See all ${what}`,
  betaShare: (share: string) => `${share} of all signups`,
} as const;
