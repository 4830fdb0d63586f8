import { getTableName, getViewName } from "drizzle-orm";
import { createGroupCommit } from "../../../core/limits/group-commit.ts";
import type { Database } from "../../../db/client.ts";
import { evidenceRecords } from "../../evidence/public.ts";
import { currentPois, mergedPlaces, placeFacts } from "../../places/public.ts";

/** Reads which version of a place's page is the current one. Null if there is no such place. */
export type PageVersions = (poiId: string) => Promise<string | null>;

declare module "../../../core/rpc/context.ts" {
  interface State {
    readonly pageVersions: PageVersions;
  }
}

const [EVIDENCE, FACTS] = [evidenceRecords, placeFacts].map((table) => getTableName(table));
const [MERGED, POIS] = [mergedPlaces, currentPois].map((view) => getViewName(view));
const MAX_WAITING = 10_000; // requests
const ID = /^[\w-]{1,100}$/; // others exist nowhere, and a NUL would fail in the database

/**
 * Changes with everything that the page shows: the place itself, its evidence, its facts, its closed reports and what was
 * merged into it. Key fetches in one statement, so that a cached page is current on every instance;
 * requests that arrive together share it.
 */
const SELECT_VERSIONS = `
  select p.id, concat_ws('.', p.version,
    (select max(e.seq) from ${EVIDENCE} e where e.poi_id = any(array(
      select p.id union all select m.id from ${MERGED} m where m.poi_id = p.id))),
    'm', (select count(*) from ${MERGED} m where m.poi_id = p.id),
    'f', (select max(f.seq) from ${FACTS} f where f.poi_id = p.id),
    'r', (select count(*) || '.' || sum(extract(epoch from r.updated_at))
      from place_reports r where r.poi_id = p.id and r.closed_at is not null)) as version
  from ${POIS} p where p.id = any($1::text[])`;

export function createPageVersions(db: Database): PageVersions {
  const reads = createGroupCommit<string, string | null>({
    async run(ids) {
      const rows = await db.query<{ id: string; version: string }>(SELECT_VERSIONS, [ids], {
        prepared: true,
      });
      const versions = new Map(rows.map(({ id, version }) => [id, version]));
      return ids.map((id) => versions.get(id) ?? null);
    },
    maxBatch: 100,
    writers: 4,
    maxWaiting: MAX_WAITING,
  });
  return async (poiId) => (ID.test(poiId) ? reads.submit(poiId) : null);
}
