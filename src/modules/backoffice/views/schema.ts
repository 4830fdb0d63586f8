import { z } from "zod";
import { idInPath, mustBeOneOf, requiredText } from "../../../shared/fields.ts";
import type { StaffRole } from "../../../shared/people/accounts.ts";

const ADMINS: readonly StaffRole[] = ["admin", "super_admin"];
const MANAGERS: readonly StaffRole[] = ["partner_manager", "super_admin"];
const ALL: readonly StaffRole[] = ["partner_manager", "admin", "super_admin"];

/** The lists that can have saved views, each with the roles that see it. */
export const VIEW_LISTS = {
  audit: ADMINS,
  inquiries: ADMINS,
  partners: MANAGERS,
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

/** Filters and order by their names in the URL; not what was searched for, which may be about a person. */
const values = z
  .record(
    z.string().regex(/^(?!q$)[a-zA-Z]{1,40}$/, { error: "A view keeps filters and the order" }),
    z.union([z.boolean(), z.string().min(1).max(VALUE_MAX)]),
  )
  .refine((all) => Object.keys(all).length <= VALUES_MAX, { error: "A view keeps at most 12 filters" });

export const viewList = z.object({ list });
export const viewInput = z.object({ list, name: requiredText("Name", NAME_MAX), values });
export const viewId = z.object({ id: idInPath });

export const savedView = z.object({
  id: z.string(),
  list,
  name: z.string(),
  values,
  createdBy: z.string(),
  createdAt: z.date(),
});
export type SavedView = z.output<typeof savedView>;
