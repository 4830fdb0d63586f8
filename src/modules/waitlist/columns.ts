import { type SQL, sql } from "drizzle-orm";
import { yieldToEventLoop } from "../../core/limits/event-loop.ts";
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

const BATCH_SIZE = 1_000; // signups
const SLICE = 100; // signups: a few milliseconds of lookups, during which other calls wait

/** Looks up the city of each signup whose text meant none. Stops at the signal. Called by `directory`. */
export async function assignUnknownCities(deps: Deps, signal: AbortSignal | undefined): Promise<void> {
  let last: string | null = "";
  while (last !== null && !signal?.aborted) last = await assignBatch(deps, last);
}

/** Returns the id of the last signup, or null if there are no more. */
const assignBatch = ({ db, state }: Deps, after: string): Promise<string | null> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string; city: string }>(sql`
      select id, city from waitlist_signups
      where city is not null and city_id is null and id > ${after}
      order by id limit ${BATCH_SIZE} for no key update skip locked`);
    const found: { readonly id: string; readonly city: number }[] = [];
    for (const [n, { id, city }] of rows.entries()) {
      if (n % SLICE === 0) await yieldToEventLoop();
      const meant = state.gazetteer.meaning(city);
      if (meant) found.push({ id, city: meant.id });
    }
    await tx.execute(sql`
      update waitlist_signups s set city_id = c.city
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) c(id text, city int) where s.id = c.id`);
    return rows.length === BATCH_SIZE ? (rows.at(-1)?.id ?? null) : null;
  });
