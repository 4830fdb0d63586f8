import { z } from "zod";
import { idInPath, mustBeOneOf, requiredText } from "../../../shared/fields.ts";
import { isId } from "../../../shared/id.ts";
import type { StaffRole } from "../../../shared/people/accounts.ts";
import { CATEGORIES, HALAL_STATUSES, SYNC_STATES } from "../../../shared/places/places.ts";
import { TRASH_KINDS } from "../../../shared/trash.ts";
import { BUSINESS_TYPES, INQUIRY_SORTS, STAGES } from "../../inquiries/schema.ts";
import { mailFilters } from "../../mail/schema.ts";
import { PARTNER_SORTS } from "../../partners/schema.ts";
import { PAYMENT_KINDS, PAYMENT_STATUSES } from "../../payments/schema.ts";
import { PLACE_SORTS } from "../../places/staff-list/schema.ts";
import { SIGNUP_SORTS } from "../../waitlist/schema.ts";

const ADMINS: readonly StaffRole[] = ["admin", "super_admin"];
const MANAGERS: readonly StaffRole[] = ["partner_manager", "super_admin"];
const ALL: readonly StaffRole[] = ["partner_manager", "admin", "super_admin"];

/** The lists that can have saved views, each with the roles that see it. */
export const VIEW_LISTS = {
  audit: ADMINS,
  inquiries: ADMINS,
  mails: ADMINS,
  partners: MANAGERS,
  payments: ADMINS,
  places: ALL,
  trash: ALL,
  waitlist: ADMINS,
} as const satisfies Record<string, readonly StaffRole[]>;
export type ViewList = keyof typeof VIEW_LISTS;

const LISTS = Object.keys(VIEW_LISTS) as [ViewList, ...ViewList[]]; // the keys of a constant
const list = z.enum(LISTS, { error: mustBeOneOf("list", LISTS) });

/** Saved views of one list (docs/limits.md). */
export const VIEWS_MAX = 30;
const NAME_MAX = 60; // code points

const VALUES_MAX = 12;
const VALUE_MAX = 100; // characters

const flag = z.boolean();
/** A staff account that inquiries are assigned to. */
const staffAccount = z.string().refine((text) => ["me", "none"].includes(text) || isId(text));

/** Filters and orders by their names in the URL. None is a text that was typed, which may be about a person. */
const KEPT: Readonly<Record<ViewList, Readonly<Record<string, z.ZodType>>>> = {
  audit: { since: z.iso.date() },
  inquiries: {
    answered: flag,
    stage: z.enum(STAGES),
    assignee: staffAccount,
    type: z.enum(BUSINESS_TYPES),
    sort: z.enum(INQUIRY_SORTS),
  },
  mails: { state: mailFilters.state, kind: mailFilters.kind },
  partners: { verified: flag, sort: z.enum(PARTNER_SORTS) },
  payments: { status: z.enum(PAYMENT_STATUSES), kind: z.enum(PAYMENT_KINDS) },
  places: {
    category: z.enum(CATEGORIES),
    tier: z.enum(HALAL_STATUSES),
    owner: z.enum(["any", "none"]),
    syncState: z.enum(SYNC_STATES),
    hasCoordinates: flag,
    sort: z.enum(PLACE_SORTS),
  },
  trash: { kind: z.enum(TRASH_KINDS) },
  waitlist: { beta: flag, confirmed: flag, invited: flag, left: flag, sort: z.enum(SIGNUP_SORTS) },
};

const values = z
  .record(
    z.string().regex(/^(?!q$)[a-zA-Z]{1,40}$/, { error: "A view keeps filters and the order" }),
    z.union([z.boolean(), z.string().min(1).max(VALUE_MAX)]),
  )
  .refine((all) => Object.keys(all).length <= VALUES_MAX, { error: "A view keeps at most 12 filters" });

export const viewName = requiredText("Name", NAME_MAX);
export const viewList = z.object({ list });
/** Texts that were typed, and what is no filter of the list, are left out. */
export const viewInput = z
  .object({ list, name: viewName, values })
  .transform((view) => ({ ...view, values: keptOf(view) }));

function keptOf(view: { readonly list: ViewList; readonly values: z.output<typeof values> }) {
  const rules = new Map(Object.entries(KEPT[view.list]));
  const kept = Object.entries(view.values).filter(
    ([name, value]) => rules.get(name)?.safeParse(value).success,
  );
  return Object.fromEntries(kept);
}

export const viewId = z.object({ id: idInPath });

export const savedView = z.object({
  id: z.string(),
  list,
  name: z.string(),
  values,
  /** The name of the account; null if it was deleted, and where an operator saved it. */
  createdBy: z.string().nullable(),
  createdAt: z.date(),
});
export type SavedView = z.output<typeof savedView>;
