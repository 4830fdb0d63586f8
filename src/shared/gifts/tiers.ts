/** A suggested gift; `amount` in whole dollars. */
export interface Tier {
  readonly name: string;
  readonly amount: number;
  /** Any amount from this one up. */
  readonly openEnded: boolean;
  readonly purpose: string;
}

export const TIERS: readonly Tier[] = [
  {
    name: "Beta Supporter",
    amount: 25,
    openEnded: false,
    purpose: "Goes toward test devices and map requests for the beta.",
  },
  {
    name: "Community Builder",
    amount: 50,
    openEnded: false,
    purpose: "Helps volunteers visit halal restaurants, groceries and masjids and check what we list.",
  },
  {
    name: "Ummah Champion",
    amount: 100,
    openEnded: false,
    purpose: "Goes toward opening the directory in more cities.",
  },
  {
    name: "Founding Patron",
    amount: 250,
    openEnded: true,
    purpose: "Goes toward the first year of hosting, behind core features that are free.",
  },
];

export const CURRENCY = "USD";

/** In cents. Gifts of LARGE_GIFT and more are arranged by email. */
export const SMALLEST_GIFT = 1_00;
export const LARGE_GIFT = 500_00;
