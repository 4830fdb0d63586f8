import { sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import type { StatedFacts } from "../../../shared/places/fact-texts.ts";
import { FACT_SOURCES } from "../../../shared/places/facts.ts";

const STRENGTHS = FACT_SOURCES.map((source, n) => `('${source}', ${n})`).join(", ");

export interface ImportedFacts {
  /** The id of the place. */
  readonly id: string;
  readonly facts: StatedFacts;
}

/**
 * Records the facts of an imported file, in one statement. Not stored again: what the last import stated, and
 * what is already current from another source. Returns the ids of the places that got a fact. Without a time nothing is
 * written, and these are the places that would get one.
 */
export async function recordImportedFacts(
  tx: Tx,
  now: Date | null,
  places: readonly ImportedFacts[],
): Promise<readonly string[]> {
  if (places.length === 0) return [];
  const [insert, returning] = now
    ? [sql`insert into place_facts (poi_id, key, value, source, at)`, sql`returning poi_id`]
    : [sql``, sql``];
  const { rows } = await tx.execute<{ id: string }>(sql`
    with stated as (
      select d->>'id' as poi_id, f.key, nullif(f.value, 'null') as value
      from jsonb_array_elements(${JSON.stringify(places)}::jsonb) d, jsonb_each(d->'facts') f),
    newest as (
      select distinct on (t.poi_id, t.key, t.source) t.poi_id, t.key, t.source, t.value
      from place_facts t where t.poi_id in (select poi_id from stated)
      order by t.poi_id, t.key, t.source, t.seq desc),
    current as (
      select distinct on (n.poi_id, n.key) n.poi_id, n.key, n.value
      from newest n join (values ${sql.raw(STRENGTHS)}) s(source, strength) using (source)
      where n.value is not null order by n.poi_id, n.key, s.strength),
    added as (
      ${insert}
      select s.poi_id, s.key, s.value, 'import', ${now?.toISOString() ?? null}::timestamptz
      from stated s
      left join newest own on own.poi_id = s.poi_id and own.key = s.key and own.source = 'import'
      left join current c on c.poi_id = s.poi_id and c.key = s.key
      where s.value is distinct from own.value
        and (own.value is not null or s.value is distinct from c.value)
      ${returning})
    select distinct poi_id as id from added`);
  return rows.map(({ id }) => id);
}
