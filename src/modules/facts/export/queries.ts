import { FACT_SOURCES } from "../../../shared/places/facts/facts.ts";

const STRENGTHS = FACT_SOURCES.map((source, n) => `when '${source}' then ${n}`).join(" ");

/** SQL: the facts that count of the row of `pois`, as an import reads them. */
export const CURRENT_FACTS = `(select coalesce(json_object_agg(f.key, f.value), '{}') from (
  select distinct on (n.key) n.key, n.value from (
    select distinct on (key, source) key, source, value from place_facts where poi_id = pois.id
    order by key, source, seq desc) n
  where n.value is not null order by n.key, case n.source ${STRENGTHS} end) f)`;
