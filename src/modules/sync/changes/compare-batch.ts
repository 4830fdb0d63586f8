import type { Tx } from "../../../db/client.ts";
import { isRejectedValue } from "../main-database/main-errors.ts";
import { writtenColumns } from "../main-database/table-shape.ts";
import { matchBatch } from "../matching/match-batch.ts";
import type { MainRow } from "../matching/matching.ts";
import { rowsOf } from "../matching/resolve-matches.ts";
import { inMainTransaction, type PushContext, refused } from "../runs/push-batch.ts";
import type { DuePlace } from "../runs/source-store.ts";
import {
  type ChangeList,
  type ComparedRow,
  comparedChange,
  failedChange,
  relinkedChange,
} from "./change-list.ts";
import type { PlaceChange } from "./schema.ts";
import * as statements from "./statements.ts";

const WRITTEN = ["update", "insert", "keep"] as const;
type Counts = Readonly<Record<(typeof WRITTEN)[number], number>>;

/**
 * Adds to the list what a run would do with these places. Places with values that the main database would refuse are
 * found by halving, as in a run.
 */
export async function compareBatch(
  push: PushContext,
  places: readonly DuePlace[],
  list: ChangeList,
): Promise<void> {
  try {
    const compared = await inMainTransaction(push, (tx) => compare(tx, push, places, list));
    for (const row of compared.future) push.dryRunState.reservations.add(row);
    for (const kind of WRITTEN) list.counts[kind] += compared.counts[kind];
    for (const change of compared.changes) list.list(change);
    list.counts.fail += compared.failed;
    list.counts.unlink += compared.relinked;
  } catch (error) {
    const [place] = places;
    if (!isRejectedValue(error) || place === undefined) throw error;
    if (places.length === 1) {
      list.counts.fail += 1;
      list.list(failedChange(refused(place)));
      return;
    }
    const half = Math.ceil(places.length / 2);
    await compareBatch(push, places.slice(0, half), list);
    await compareBatch(push, places.slice(half), list);
  }
}

async function compare(tx: Tx, push: PushContext, places: readonly DuePlace[], list: ChangeList) {
  const { shape } = push;
  const { failures, relinked } = await matchBatch(tx, { ...push, onlyChanged: false }, places);
  await tx.execute(statements.createRehearsalTable);
  await tx.execute(statements.allowDefaults);
  await tx.execute(statements.rehearse(shape));
  const [counts = { insert: 0, update: 0, keep: 0 }] = await rowsOf<Counts>(
    tx,
    statements.countChanges(shape),
  );
  const changes: PlaceChange[] = [...failures.map(failedChange), ...relinked.map(relinkedChange)];
  for (const kind of WRITTEN) {
    const room = list.room(kind);
    if (room === 0 || counts[kind] === 0) continue;
    const rows = await rowsOf<ComparedRow>(tx, statements.selectChanges(kind, shape, room));
    changes.push(
      ...rows.flatMap((row) => {
        const place = places[row.n];
        return place ? [comparedChange(kind, place, writtenColumns(shape), row)] : [];
      }),
    );
  }
  const future = await rowsOf<MainRow & { readonly latitude: number }>(tx, statements.selectFutureRows);
  return { counts, changes, future, failed: failures.length, relinked: relinked.length };
}
