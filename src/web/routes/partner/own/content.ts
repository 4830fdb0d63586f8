export const OWN = {
  refresh: "Refresh",
  more: "Show more",
  owned: "Owned",
  facts: "Hours and details",
  phone: "Phone",
  website: "Website",
  notes: "Notes",
  goSearch: "Search POIs",
} as const;

export const MY_POIS = {
  title: "My POIs",
  failed: "Your places could not be loaded",
  empty: "You don't have any claimed locations yet.",
  emptyText: "Search for your place and submit a claim. Once it is approved, it appears here.",
} as const;

export const MY_CLAIMS = {
  title: "Claims",
  failed: "Your claims could not be loaded",
  empty: "No ownership claims submitted yet.",
  emptyText: "Search for your place and claim it; here you see how far the claim has come.",
  number: (id: string) => `Claim #${id.slice(0, 8)}`,
  gone: "The place is no longer listed.",
  again: "Claim again",
} as const;

export const MY_REQUESTS = {
  title: "Requests",
  failed: "Your requests could not be loaded",
  empty: "No location requests submitted yet.",
  emptyText: "Is your place not in the directory? Ask for it to be added.",
  again: "Request again",
} as const;

export const BADGE = {
  heading: "Badge for your website",
  text: "It always shows the tier of today, and leads to the page that says why. Paste this line into your site:",
  alt: (brand: string) => `Our halal tier on ${brand}`,
  preview: (place: string) => `The badge of ${place}, as it looks now`,
  line: "the line of HTML",
} as const;
