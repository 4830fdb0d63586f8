import { desc, eq, getViewName } from "drizzle-orm";
import type { ActionContext, Deps, Visitor } from "../../../core/rpc/context.ts";
import { FILE_SOURCES, type FileSource, SOURCE_TERMS } from "../../../shared/places/sources.ts";
import { currentPois } from "../table.ts";
import type { ListedSource } from "./schema.ts";
import { intakes } from "./table.ts";

/** So many places are counted whenever something has changed; more, once a minute. */
const CHEAP = 10_000;
const ANSWER_BYTES = 2_000;
const COUNT_TIMEOUT = 30_000; // milliseconds; of a million places

/** Every source of files with its license, how many listed places are from it or known to it, and its newest release. */
export async function showSources({ deps }: ActionContext<Visitor>): Promise<ListedSource[]> {
  const newest = await newestIntakes(deps);
  const last = Math.max(0, ...[...newest.values()].map(({ at }) => at.getTime()));
  const version = `${last} ${await versionOf(deps)}`;
  const counted = { key: "sources", version, bytes: ANSWER_BYTES };
  const counts = await deps.state.answers(counted, () => countPlaces(deps));
  return FILE_SOURCES.map((source) => {
    const { isShareAlike: shareAlike, ...terms } = SOURCE_TERMS[source];
    const { release = null, at = null } = newest.get(source) ?? {};
    return { source, ...terms, shareAlike, places: counts.get(source) ?? 0, release, at };
  });
}

async function versionOf({ db, state }: Deps): Promise<string> {
  const [row] = await db.query<{ last: number | null }>("select max(seq) as last from pois");
  return (row?.last ?? 0) <= CHEAP ? state.placesVersion() : "many";
}

/** What was applied last of each source. */
async function newestIntakes({ db }: Deps) {
  const rows = await db.orm
    .selectDistinctOn([intakes.source])
    .from(intakes)
    .where(eq(intakes.state, "applied"))
    .orderBy(intakes.source, desc(intakes.appliedAt));
  return new Map(
    rows.map(({ source, release, appliedAt, createdAt }) => [
      source,
      { release, at: appliedAt ?? createdAt },
    ]),
  );
}

const POIS = getViewName(currentPois);

/** A place is counted for a source that has it now, and for the one that it came from. */
const SELECT_COUNTS = `
  select source, count(*)::int as places from (
    select s.source, p.id from place_sources s join ${POIS} p on p.id = s.poi_id where s.gone_at is null and not p.is_withheld
    union
    select p.said->'*'->>'source', p.id from ${POIS} p where p.said->'*' ? 'source' and not p.is_withheld) known
  group by source`;

async function countPlaces({ db }: Deps): Promise<ReadonlyMap<FileSource, number>> {
  const rows = await db.query<{ source: FileSource; places: number }>(SELECT_COUNTS, [], {
    timeoutMs: COUNT_TIMEOUT,
  });
  return new Map(rows.map(({ source, places }) => [source, places]));
}
