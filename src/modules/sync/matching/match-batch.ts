import type { Tx } from "../../../db/client.ts";
import * as statements from "../main-database/statements.ts";
import type { TableShape } from "../main-database/table-shape.ts";
import type { DuePlace, Failure } from "../runs/source-store.ts";
import { type Followed, followDecisions } from "./follow-decisions.ts";
import { type DryRunState, decisionRow, resolveMatches, rowsOf, type Unresolved } from "./resolve-matches.ts";

interface Matched {
  readonly failures: readonly Failure[];
  /** Places that must lose their row first, as staff have decided on another one. */
  readonly relinked: readonly Followed[];
}

interface Matching {
  readonly shape: TableShape;
  readonly dryRunState: DryRunState;
  /** Whether places whose row needs no change are left out. */
  readonly onlyChanged: boolean;
}

/** Stages a batch and decides which row each place gets. */
export async function matchBatch(
  tx: Tx,
  { shape, dryRunState, onlyChanged }: Matching,
  places: readonly DuePlace[],
): Promise<Matched> {
  await tx.execute(statements.createStagingTable(shape));
  const unresolved: Unresolved = await rowsOf(tx, statements.stageBatch(places, shape, onlyChanged));
  const followed = await followDecisions(tx, dryRunState, shape, places);
  const isFollowed = new Set(followed.map(({ n }) => n));
  const open = unresolved.filter(({ n }) => !isFollowed.has(n));
  const { decisions, failures } = await resolveMatches(tx, dryRunState, places, open, followed);
  const all = [...followed.map(({ n, decision }) => decisionRow(n, decision)), ...decisions];
  if (all.length > 0) await tx.execute(statements.storeDecisions(JSON.stringify(all), shape));
  return {
    failures: [
      ...followed.flatMap(({ place, decision }) =>
        decision.kind === "error" ? [{ place, message: decision.message }] : [],
      ),
      ...failures,
    ],
    relinked: followed.filter(({ unlinked }) => unlinked !== null),
  };
}
