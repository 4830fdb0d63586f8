export const SEARCH = {
  name: "Business name",
  nameHint: "A part of the name is enough",
  city: "City (optional)",
  category: "Category",
  allCategories: "All Categories",
  region: "Search results",
  echo: (text: string) => {
    const length = [...text].length;
    return `Searching for "${text}" (${length} ${length === 1 ? "character" : "characters"})`;
  },
  count: (count: number) => (count === 1 ? "1 place found" : `${count} places found`),
  countMore: (count: number) => `The ${count} best matches`,
  more: "Show more",
  most: "There are more. Type more of the name, or the city, to see the others.",
  searching: "Searching",
  failed: "The search did not work",
  start: "Which place is yours?",
  startText: "Type a part of its name. If it has no owner yet, you can claim it here.",
  none: "No results found. Would you like to request this location be added?",
  requestNew: "Request New Location",
  requestBusiness: "Request New Business Location",
  requestHint: "Your place is not listed?",
} as const;

export const CARD = {
  view: "View",
  claim: "Claim",
  claimed: "Already Claimed",
  owned: "Owned",
  inReview: "Your claim is in review",
  certificate: "Halal certificate",
  phone: "Phone",
  website: "Website",
} as const;

export const DETAILS = {
  map: "Open in Google Maps",
  mapNote: "Opens another site in a new tab.",
  failed: "Some details could not be loaded",
} as const;
