import { type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../core/rpc/context.ts";
import { nextUpdatedAtOf } from "../../db/query/row-version.ts";
import { waitlistSignups as t } from "./table.ts";

/** The time of a signup's version: that of its last change, or of joining. */
export const versionOf = ({
  updatedAt,
  createdAt,
}: Pick<typeof t.$inferSelect, "updatedAt" | "createdAt">): Date => updatedAt ?? createdAt;

export const nextVersion = (now: Date): SQL =>
  nextUpdatedAtOf(now, sql`coalesce(${t.updatedAt}, ${t.createdAt})`);

/** What a signup keeps of a city that a person wrote: the text itself, and the city that it means, if that is clear. */
export function cityColumns({ state }: Deps, text: string) {
  return text === ""
    ? { city: null, cityId: null }
    : { city: text, cityId: state.gazetteer.meaning(text)?.id ?? null };
}
