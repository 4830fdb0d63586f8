import { getTableName, getViewName } from "drizzle-orm";
import { createGroupCommit } from "../../../core/limits/group-commit.ts";
import type { Database } from "../../../db/client.ts";
import { isId } from "../../../shared/id.ts";
import { placeSlug, SHORT_ID, shortIdOf, slugOf } from "../../../shared/places/slug.ts";
import { evidenceRecords, issuers, placeSuppliers } from "../../evidence/public.ts";
import { placePhotos } from "../../ownership/public.ts";
import {
  currentPois,
  mergedPlaces,
  mergedWithShortId,
  placeFacts,
  placeSources,
  prayerStatements,
} from "../../places/public.ts";

/** A place that an address leads to. */
interface AddressedPlace {
  readonly id: string;
  /** What the address of its page ends with. */
  readonly slug: string;
  /** Changes with everything that its page shows. */
  readonly version: string;
  /** Whether the address names a place that was merged into this one. */
  readonly isMerged: boolean;
}

export interface PlaceAddresses {
  /** The version of a place's page. Null if there is no such place. */
  version(id: string): Promise<string | null>;
  /**
   * The place that the part of an address names: by its id, or by a slug, of which the short id at its end counts. Of
   * several places with one short id, the one with this slug, else the one that shares the most words with it.
   */
  find(segment: string): Promise<AddressedPlace | null>;
}

declare module "../../../core/rpc/context.ts" {
  interface State {
    readonly placeAddresses: PlaceAddresses;
  }
}

const [EVIDENCE, FACTS, PRAYER, ISSUERS, SUPPLIERS, PHOTOS, SOURCES] = [
  evidenceRecords,
  placeFacts,
  prayerStatements,
  issuers,
  placeSuppliers,
  placePhotos,
  placeSources,
].map((table) => getTableName(table));
const [MERGED, POIS] = [mergedPlaces, currentPois].map((view) => getViewName(view));
const MAX_WAITING = 10_000; // requests
const ALIKE_MAX = 10; // places with the same short id; two of a million have it
const SHORT = /^[\w-]{1,8}$/; // others exist nowhere, and a NUL would fail in the database

/**
 * The version changes with the place itself, who said it, its evidence, its facts, its prayer times, its photos, its closed reports, the answers
 * whether it is open, the files that name it, the issuers and what was merged into it. Key fetches in one statement, so that a cached page is current on every instance; requests that arrive together share it.
 */
const SELECT_PLACES = `
  select k.short, p.id, p.name, p.city, p.state, concat_ws('.', p.version,
    (select max(e.seq) from ${EVIDENCE} e where e.poi_id = any(array(
      select p.id union all select m.id from ${MERGED} m where m.poi_id = p.id))),
    'w', md5(p.said::text),
    'm', (select count(*) from ${MERGED} m where m.poi_id = p.id),
    'f', (select max(f.seq) from ${FACTS} f where f.poi_id = p.id),
    's', (select max(s.seq) from ${PRAYER} s where s.poi_id = p.id),
    'i', (select extract(epoch from max(i.updated_at)) from ${ISSUERS} i),
    'h', (select md5(string_agg(h.id || h.position, ',' order by h.id))
      from ${PHOTOS} h where h.poi_id = p.id and h.state = 'shown'),
    'r', (select count(*) || '.' || sum(extract(epoch from r.updated_at))
      from place_reports r where r.poi_id = p.id and r.closed_at is not null),
    'o', (select count(*) filter (where o.answer = 'open') || '.' || extract(epoch from max(o.at))
      from place_open_answers o where o.poi_id = any(array(
        select p.id union all select m.id from ${MERGED} m where m.poi_id = p.id))),
    'd', (select count(*) filter (where d.gone_at is null) || '.' || extract(epoch from max(d.said_at))
      from ${SOURCES} d where d.poi_id = any(array(
        select p.id union all select m.id from ${MERGED} m where m.poi_id = p.id))),
    'u', (select count(*) || '.' || extract(epoch from max(s.confirmed_at)) || '.' || max(s.id)
      from ${SUPPLIERS} s where s.poi_id = any(array(
        select p.id union all select m.id from ${MERGED} m where m.poi_id = p.id)))) as version
  from unnest($1::text[]) k(short)
  cross join lateral (
    select id, name, city, state, concat(version, case when is_withheld then 'w' end) as version, said
      from ${POIS} where right(id, ${SHORT_ID}) = k.short limit ${ALIKE_MAX}) p`;

interface Row extends Record<string, unknown> {
  readonly short: string;
  readonly id: string;
  readonly name: string;
  readonly city: string;
  readonly state: string;
  readonly version: string;
}

export function createPlaceAddresses(db: Database): PlaceAddresses {
  const reads = createGroupCommit<string, readonly Row[]>({
    async run(shortIds) {
      const asked = [...new Set(shortIds)];
      const rows = Map.groupBy(
        await db.query<Row>(SELECT_PLACES, [asked], { prepared: true }),
        ({ short }) => short,
      );
      return shortIds.map((short) => rows.get(short) ?? []);
    },
    maxBatch: 100,
    writers: 4,
    maxWaiting: MAX_WAITING,
  });
  const withShortId = async (id: string) => {
    const short = shortIdOf(id);
    return SHORT.test(short) ? reads.submit(short) : [];
  };
  const withId = async (id: string) => (await withShortId(id)).find((row) => row.id === id);

  async function find(segment: string): Promise<AddressedPlace | null> {
    const name = segment.toLowerCase();
    const rows = await withShortId(name);
    const exact = rows.find((row) => row.id === name || placeSlug(row) === name);
    if (exact) return addressed(exact, false);
    const short = shortIdOf(name);
    const merged = SHORT.test(short) ? await mergedWithShortId(db.orm, short) : [];
    const all = [...rows.map((row) => ({ ...row, keptId: null })), ...merged];
    const found = bestFitting(isId(name) ? all.filter(({ id }) => id === name) : all, name);
    const place = found && (await withId(found.keptId ?? found.id));
    return place ? addressed(place, found.keptId !== null) : null;
  }

  return { version: async (id) => (await withId(id))?.version ?? null, find };
}

const addressed = (row: Row, isMerged: boolean): AddressedPlace => ({
  id: row.id,
  slug: placeSlug(row),
  version: row.version,
  isMerged,
});

interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly city: string;
  readonly state: string;
  /** The place that it was merged into. */
  readonly keptId: string | null;
}

/** The candidate that shares the most words with the slug. */
function bestFitting(candidates: readonly Candidate[], slug: string): Candidate | undefined {
  const asked = new Set(slug.split("-"));
  const shared = ({ name, city, state }: Candidate) =>
    slugOf(name, city, state)
      .split("-")
      .filter((word) => asked.has(word)).length;
  return candidates.toSorted((a, b) => shared(b) - shared(a))[0];
}
