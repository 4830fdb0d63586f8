import type { Tx } from "../../../db/client.ts";
import * as statements from "../main-database/statements.ts";
import type { TableShape } from "../main-database/table-shape.ts";
import type { DuePlace, Failure, PlaceDecision } from "../runs/source-store.ts";
import { type Decision, failure, type MainRow, named, quote, wrongCoordinates } from "./matching.ts";
import {
  type DryRunState,
  decisionRow,
  localOf,
  resolveMatches,
  rowsOf,
  type Unresolved,
} from "./resolve-matches.ts";

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

/** A place that staff have decided on, by its number in the batch. */
interface Followed {
  readonly n: number;
  readonly place: DuePlace;
  readonly decision: Decision;
  /** The row that the place was linked to until now. */
  readonly unlinked: MainRow | null;
}

/** Follows what staff have decided on places of a staged batch, instead of matching them. */
async function followDecisions(
  tx: Tx,
  undone: DryRunState,
  shape: TableShape,
  places: readonly DuePlace[],
): Promise<readonly Followed[]> {
  const decided = places.flatMap((place, n) => (place.decision ? [{ n, place, by: place.decision }] : []));
  if (decided.length === 0) return [];
  const wanted = JSON.stringify(decided.map(({ n, by }) => ({ n, main: by.mainId })));
  const rows = await rowsOf<MainRow & { n: number; linked: boolean }>(
    tx,
    statements.selectDecidedRows(wanted, shape),
  );
  return decided.map(({ n, place, by }) => {
    const own = rows.filter((row) => row.n === n);
    const [linked, chosen] = [own.find((row) => row.linked), own.find((row) => !row.linked)];
    return { n, place, ...follow(place, by, { linked, chosen: chosen && asNow(undone, chosen) }) };
  });
}

/** A row as it is after the earlier batches of a dry run. */
const asNow = ({ reservations, unlinked }: DryRunState, row: MainRow): MainRow =>
  reservations.of(row.id) ??
  (row.sourceId !== null && unlinked.has(row.sourceId) ? { ...row, sourceId: null } : row);

interface Rows {
  readonly linked: MainRow | undefined;
  readonly chosen: MainRow | undefined;
}

/** Doing it again changes nothing: a place that has its new row is no longer linked to the row before. */
function follow(
  place: DuePlace,
  { choice, mainId }: PlaceDecision,
  { linked, chosen }: Rows,
): Pick<Followed, "decision" | "unlinked"> {
  const local = localOf(place);
  const refused = (message: string) => ({ decision: failure(message), unlinked: null });
  const wrong = wrongCoordinates(local);
  if (wrong !== null) return refused(wrong);
  if (choice === "insert") {
    if (linked && linked.id !== mainId) return { decision: { kind: "write", main: linked }, unlinked: null };
    return { decision: { kind: "insert" }, unlinked: linked ?? null };
  }
  if (!chosen) return refused(`The main place that was chosen for ${quote(local)} does not exist anymore.`);
  if (chosen.sourceId !== null && chosen.sourceId !== local.id) {
    return refused(
      `The main place ${named(chosen)} was chosen for ${quote(local)}, but it is linked to the place ${chosen.sourceId} now.`,
    );
  }
  return {
    decision: { kind: "write", main: chosen },
    unlinked: linked && linked.id !== chosen.id ? linked : null,
  };
}
