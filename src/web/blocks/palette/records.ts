import type { Mail } from "../../../modules/mail/schema.ts";
import type { Payment } from "../../../modules/payments/schema.ts";
import { PALETTE } from "./content.ts";
import type { Entry } from "./entries.ts";

interface Named {
  readonly id: string;
  readonly email: string;
}

type RecordKind = "inquiries" | "places" | "signups" | "partners" | "users" | "gifts" | "mails";

/** Where a record opens next to its list. */
const SCREENS: Readonly<Record<Exclude<RecordKind, "places">, string>> = {
  inquiries: "/admin/inquiries",
  signups: "/admin/waitlist",
  partners: "/partner-manager",
  users: "/admin/users",
  gifts: "/admin/payments",
  mails: "/admin/mails",
};

const named = (kind: RecordKind, id: string, label: string, detail: string) => ({
  id: `${kind} ${id}`,
  group: PALETTE[kind],
  label,
  detail,
});
const opened = (kind: keyof typeof SCREENS, id: string, label: string, detail: string): Entry => ({
  ...named(kind, id, label, detail),
  to: SCREENS[kind],
  search: { open: id },
});

/** The entries of records, by their kind. */
export const ENTRIES = {
  inquiries: ({ id, businessName, email }: Named & { readonly businessName: string }) =>
    opened("inquiries", id, businessName, email),
  signups: ({
    id,
    email,
    ...person
  }: Named & { readonly firstName: string; readonly lastName: string | null }) =>
    opened("signups", id, listed(" ", person.firstName, person.lastName), email),
  partners: ({ id, businessName, email }: Named & { readonly businessName: string }) =>
    opened("partners", id, businessName, email),
  users: ({ id, username, email }: Named & { readonly username: string }) =>
    opened("users", id, username, email),
  gifts: ({ id, reference, customerName, customerEmail }: Payment) =>
    opened("gifts", id, reference, listed(", ", customerName, customerEmail)),
  mails: ({ id, to, subject }: Mail) => opened("mails", id, subject, to),
  places: ({ id, name, address, city }: Readonly<Record<"id" | "name" | "address" | "city", string>>) => ({
    ...named("places", id, name, listed(", ", address, city)),
    to: "/admin/places",
    search: { place: id },
  }),
} as const;

const listed = (between: string, ...texts: readonly (string | null)[]): string =>
  texts.filter(Boolean).join(between);
