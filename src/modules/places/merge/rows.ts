import type { Deps } from "../../../core/rpc/context.ts";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { Tx } from "../../../db/client.ts";
import type { MergedTable } from "../../../shared/places/facts.ts";
import type { PlaceRecords } from "../offers.ts";
import type { MergeUndo } from "./schema.ts";

/** What modules keep about places, by name. */
const recordsOf = (deps: Deps): readonly (readonly [string, PlaceRecords])[] =>
  offersOf(deps, "placeRecords").flatMap((offer) => Object.entries(offer));

/** Moves what other modules know about a duplicate to the place that stays. */
export async function moveAll(tx: Tx, deps: Deps, from: string, to: string): Promise<MergeUndo["moved"]> {
  const moved: Partial<Record<string, MergeUndo["moved"][MergedTable]>> = {};
  for (const [table, records] of recordsOf(deps)) moved[table] = await records.move(tx, deps, from, to);
  return moved as MergeUndo["moved"]; // each table has one module that offers it
}

/** What was changed since the merge and stays with the place that stayed, one and several. */
const LEFT: Readonly<Record<MergedTable, readonly [string, string]>> = {
  claims: ["A claim was decided", "claims were decided"],
  requests: ["The request for the place was changed", "requests for the place were changed"],
  proposals: ["A proposed change was decided", "proposed changes were decided"],
  transfers: ["A transfer was decided", "transfers were decided"],
  reports: ["A report was closed", "reports were closed"],
  renewals: ["A renewal was decided", "renewals were decided"],
  photos: ["A photo was decided", "photos were decided"],
};

const NONE = { rows: [], ended: [] };

/** Undoes `moveAll`. Returns sentences about what was changed since and stays. */
export async function moveAllBack(
  tx: Tx,
  deps: Deps,
  moved: MergeUndo["moved"],
  from: string,
  to: string,
): Promise<readonly string[]> {
  const left = new Map<string, number>();
  for (const [table, records] of recordsOf(deps)) {
    const rows = moved[table as MergedTable] ?? NONE; // a name of `placeRecords`; an earlier version may have had fewer
    left.set(table, await records.moveBack(tx, rows, from, to));
  }
  return Object.entries(LEFT).flatMap(([table, [one, several]]) => {
    const count = left.get(table) ?? 0;
    if (count === 1) return [`${one} since the merge and stays with the other place.`];
    return count === 0 ? [] : [`${count} ${several} since the merge and stay with the other place.`];
  });
}
