import { FACT_SOURCES, factsOfCategory } from "../../../../shared/places/facts/facts.ts";
import type { Category } from "../../../../shared/places/places.ts";

const STRENGTHS = FACT_SOURCES.map((source, n) => `when '${source}' then ${n}`).join(" ");

const keysOf = (category: Category): string => `'{${factsOfCategory(category).join(",")}}'::text[]`;
const KEYS = `case when category = 'mosque' then ${keysOf("mosque")} else ${keysOf("restaurant")} end`;

/**
 * SQL: the facts that count of the row of `pois`, as an import reads them. Those that its category does not have any more
 * are left out.
 */
export const CURRENT_FACTS = `(select coalesce(json_object_agg(f.key, f.value), '{}') from (
  select distinct on (n.key) n.key, n.value from (
    select distinct on (key, source) key, source, value from place_facts where poi_id = pois.id and key = any(${KEYS})
    order by key, source, seq desc) n
  where n.value is not null order by n.key, case n.source ${STRENGTHS} end) f)`;
