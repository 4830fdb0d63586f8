import { z } from "zod";
import { idInPath, mustBeOneOf, requiredText } from "../../../shared/fields.ts";
import { isId } from "../../../shared/id.ts";
import type { StaffRole } from "../../../shared/people/accounts.ts";

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
const day = z.iso.date();
/** One of a list's own words, such as a stage or an order. */
const word = z.string().regex(/^[a-z][a-zA-Z-]{0,39}$/);
/** A staff account that inquiries are assigned to. */
const account = z.string().refine((text) => ["me", "none"].includes(text) || isId(text));

/** Filters and orders by their names in the URL. None is a text that was typed, which may be about a person. */
const SAVED_FILTERS: Readonly<Record<ViewList, Readonly<Record<string, z.ZodType>>>> = {
  audit: { since: day },
  inquiries: { answered: flag, stage: word, assignee: account, type: word, sort: word },
  mails: { state: word, kind: word },
  partners: { verified: flag, sort: word },
  payments: { status: word, kind: word },
  places: { category: word, tier: word, owner: word, syncState: word, hasCoordinates: flag, sort: word },
  trash: { kind: word },
  waitlist: { beta: flag, confirmed: flag, invited: flag, left: flag, sort: word },
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
  const rules = new Map(Object.entries(SAVED_FILTERS[view.list]));
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
