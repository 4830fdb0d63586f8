import { isolated } from "../../../../../shared/format.ts";
import type { ProposalField } from "../../../../../shared/places/ownership.ts";
import { CATEGORIES, CATEGORY_NAMES } from "../../../../../shared/places/places.ts";

export const CHANGE_FIELDS: Readonly<Record<ProposalField, string>> = {
  name: "Name",
  address: "Address",
  city: "City",
  state: "State",
  zipCode: "ZIP code",
  category: "Category",
  subcategory: "Subcategory",
  phone: "Phone",
  website: "Website",
};

/** The value of a field as a person reads it; empty if there is none. */
export function valueText(
  values: Readonly<Partial<Record<ProposalField, string | undefined>>>,
  field: ProposalField,
): string {
  const category = field === "category" && CATEGORIES.find((each) => each === values.category);
  return category ? CATEGORY_NAMES[category] : (values[field] ?? "");
}

export const CHANGE = {
  open: "Suggest a change",
  title: "Suggest a change",
  contact: "Phone and website",
  contactText: "These are saved at once.",
  listing: "Name, address and category",
  listingText: "Our team looks at these first. Until then the place stays listed as it is.",
  submit: "Send",
  sending: "Sending...",
  missing: "Please fill in all required fields",
  failed: "Your change was not sent",
  errorTitle: "Your change was not sent",
  done: "Thank you",
  applied: (fields: string) => `Saved: ${fields}.`,
  waiting: (fields: string, day: string) => `Our team looks at: ${fields}. We answer by ${day}.`,
  takenBack: "You took your change back. The place stays listed as it is.",
} as const;

export const PROPOSAL = {
  pending: (day: string) => `Our team looks at your change. We answer by ${day}.`,
  approved: (day: string) => `Your change was approved on ${day}.`,
  rejected: (day: string) => `Your change was not approved on ${day}. The place stays listed as it was.`,
  empty: "none",
} as const;

export const RELEASE = {
  open: "Release this place",
  title: "Release this place?",
  lead: (place: string) =>
    `${isolated(place)} stays in the directory without an owner. Someone else can claim it then, and to get it back you would have to claim it again.`,
  lost: "What you lose",
  lostList: [
    "You can no longer change its hours, phone, website or other details.",
    "You can no longer renew its tier or reply to reports about it.",
    "A change that our team looks at ends, and so does a request to hand the place over.",
  ],
  action: "Release it",
  acting: "Releasing...",
  cancel: "Keep it",
  done: (place: string) => `${isolated(place)} is released`,
  failed: "The place was not released",
} as const;
