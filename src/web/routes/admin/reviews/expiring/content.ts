export const EXPIRING = {
  tab: "Expiring",
  title: "Tiers that end within 30 days",
  failed: "The places could not be loaded",
  none: "No tier ends soon",
  noneText: "Places appear here 30 days before the last day of their tier.",
  ends: (tier: string, day: string, next: string) => `“${tier}” until ${day}, then “${next}”`,
  basis: {
    certificate: "Its certificate ends",
    declaration: "A year since what is served was checked",
    prior: "Verified before evidence was recorded: collect the evidence",
  },
  noOwner: "No owner, so no one is reminded",
  renewed: (day: string) => `The owner sent a new certificate on ${day}`,
  older: "Show later",
} as const;
