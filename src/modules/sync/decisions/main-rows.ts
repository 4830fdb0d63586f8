import { type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { seconds } from "../../../shared/duration.ts";
import { readMain } from "../main-database/main-errors.ts";
import { readyShape } from "../main-database/main-table.ts";
import { CONFIGURE } from "../main-database/statements.ts";
import { type TableShape, writtenColumns } from "../main-database/table-shape.ts";
import { boxesAround, CROWD_MAX } from "../matching/matching.ts";
import { rowsOf } from "../matching/resolve-matches.ts";

const TIMEOUT = seconds(5);
const UUID = /^[0-9a-f]{8}(-?[0-9a-f]{4}){4}[0-9a-f]{8}$/i;

/** A row of the main database, with the columns that a sync writes. */
export interface MainPlace {
  readonly id: string;
  readonly name: string;
  readonly placeId: string | null;
  readonly sourceId: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly theirs: Readonly<Record<string, string | number | null>>;
}

/** What a place can be looked up by. */
export interface LookupKey {
  readonly id: string;
  readonly placeId: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Reads rows in one transaction; none if the main table has never been prepared. Throws 503. */
async function reading(
  deps: Deps,
  work: (read: (where: SQL) => Promise<MainPlace[]>, shape: TableShape, tx: Tx) => Promise<MainPlace[]>,
): Promise<MainPlace[]> {
  return readMain(deps, async (main) => {
    const shape = await readyShape(main);
    if (shape === null) return [];
    return main.transaction(
      async (tx) => {
        await tx.execute(CONFIGURE);
        return work((where) => rowsOf<MainPlace>(tx, selectRows(shape, where)), shape, tx);
      },
      { readOnly: true, timeoutMs: TIMEOUT },
    );
  });
}

function selectRows(shape: TableShape, where: SQL): SQL {
  const values = writtenColumns(shape)
    .map((name) => `'${name}', p.${name}`)
    .join(", ");
  return sql`select p.id::text as id, coalesce(p.name, '') as name, nullif(p.place_id, '') as "placeId",
    nullif(p.source_id, '') as "sourceId", p.latitude, p.longitude, ${sql.raw(`json_build_object(${values})`)} as theirs
    from public.places p where ${where}`;
}

const ROWS_OF_PLACE_ID = 3; // as in a run

/** The rows that a place may be: its own, those with its place id, and those around it, each once. */
export const rowsAround = (deps: Deps, { id, placeId, latitude, longitude }: LookupKey) =>
  reading(deps, async (read) => {
    const found = await read(sql`p.source_id = ${id}`);
    if (placeId !== null)
      found.push(...(await read(sql`p.place_id = ${placeId} order by p.id limit ${ROWS_OF_PLACE_ID}`)));
    if (latitude !== null && longitude !== null && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)
      for (const { south, north, west, east } of boxesAround({ latitude, longitude }))
        found.push(
          ...(await read(sql`p.latitude between ${south} and ${north} and p.longitude between ${west} and ${east}
            limit ${CROWD_MAX}`)),
        );
    return [...new Map(found.toReversed().map((row) => [row.id, row])).values()];
  });

/** The row that a place is linked to, and the one with an id. */
export async function linkedAndChosen(deps: Deps, poiId: string, mainId: string | null) {
  const rows = await reading(deps, async (read, { idType }) => {
    const isId = mainId !== null && (idType !== "uuid" || UUID.test(mainId));
    const chosen = isId ? await read(sql`p.id = ${mainId}::${sql.raw(idType)}`) : [];
    return [...(await read(sql`p.source_id = ${poiId}`)), ...chosen];
  });
  return {
    linked: rows.find(({ sourceId }) => sourceId === poiId) ?? null,
    chosen: rows.find(({ id }) => id === mainId) ?? null,
  };
}

/** The rows that are linked to these places. */
export const rowsLinkedTo = (deps: Deps, ids: readonly string[]) =>
  reading(deps, (read) =>
    read(sql`p.source_id in (select json_array_elements_text(${JSON.stringify(ids)}::json))`),
  );
