import type { SQL } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import * as statements from "../main-database/statements.ts";
import type { DuePlace, Failure } from "../runs/source-store.ts";
import {
  boxesAround,
  type Decision,
  hasCoordinates,
  type LocalPlace,
  type MainRow,
  matchPlace,
  NEW_ROW_PREFIX,
} from "./matching.ts";

const SLICE_SIZE = 500; // places whose neighbors are in memory at once

/** The changes of earlier batches of a dry run, which were rolled back; empty in other runs. */
export interface DryRunState {
  /** The rows that they changed or inserted. */
  readonly reservations: RowReservations;
  /** The places whose rows were unlinked. */
  readonly unlinked: Set<string>;
}

/** The numbers of the staged places that a join cannot decide on, and whether each has a known row. */
export type Unresolved = readonly { readonly n: number; readonly known: boolean }[];

interface Resolution {
  readonly decisions: readonly object[];
  readonly failures: readonly Failure[];
}

/** Decides on the open places one by one, in the order in which they were read, after those that staff have decided on. */
export async function resolveMatches(
  tx: Tx,
  undone: DryRunState,
  places: readonly DuePlace[],
  open: Unresolved,
  followed: readonly { readonly place: DuePlace; readonly decision: Decision }[],
): Promise<Resolution> {
  const claims = new RowReservations();
  for (const { place, decision } of followed) reserve(claims, localOf(place), decision);
  const [decisions, failures]: [object[], Failure[]] = [[], []];
  for (let from = 0; from < open.length; from += SLICE_SIZE) {
    for (const { place, n, known, near } of await candidatesOf(
      tx,
      undone,
      places,
      open.slice(from, from + SLICE_SIZE),
    )) {
      const local = localOf(place);
      const decision = matchPlace(local, {
        ...known,
        near: nearWith([undone.reservations, claims], local, near),
      });
      if (decision.kind === "error") failures.push({ place, message: decision.message });
      else decisions.push(decisionRow(n, decision));
      reserve(claims, local, decision);
    }
  }
  return { decisions, failures };
}

function reserve(claims: RowReservations, local: LocalPlace, decision: Decision): void {
  const claim = reservationOf(local, decision);
  if (claim) claims.add(claim);
}

/** For `storeDecisions`. A failed place is not written. */
export const decisionRow = (n: number, decision: Decision) => ({
  n,
  verdict: decision.kind,
  main: decision.kind === "write" ? decision.main.id : null,
});

async function candidatesOf(
  tx: Tx,
  { unlinked }: DryRunState,
  places: readonly DuePlace[],
  open: Unresolved,
) {
  const [knownRows, nearRows] = [await knownOf(tx, open), await nearOf(tx, places, open)];
  const asNow = (row: MainRow): MainRow =>
    row.sourceId !== null && unlinked.has(row.sourceId) ? { ...row, sourceId: null } : row;
  return open.map(({ n }) => {
    const place = places[n];
    if (!place) throw new Error("the staging table returned an unknown number");
    const rows = knownRows.get(n) ?? [];
    const known = {
      linked: rows.find(({ linked }) => linked),
      byPlaceId: rows.filter(({ linked }) => !linked).map(asNow),
    };
    return { place, n, known, near: (nearRows.get(n) ?? []).map(asNow) };
  });
}

export const localOf = ({ source_id: id, place_id: placeId, ...place }: DuePlace): LocalPlace => ({
  ...place,
  id,
  placeId,
});

/** A reserved row counts in its new state, not in the one that is still in the database. */
export function nearWith(
  claims: readonly RowReservations[],
  local: LocalPlace,
  rows: readonly MainRow[],
): readonly MainRow[] {
  if (!hasCoordinates(local)) return rows;
  const own = claims.flatMap((each) => each.near(local.latitude));
  return [...rows.filter(({ id }) => !claims.some((each) => each.has(id))), ...own];
}

/** The row that a place has matched by coordinates, or a new one that later places could match. */
export function reservationOf(
  local: LocalPlace,
  decision: Decision,
): (MainRow & { readonly latitude: number }) | null {
  if (!hasCoordinates(local) || decision.kind === "error") return null;
  const taken = { ...local, sourceId: local.id };
  if (decision.kind === "write") {
    const { id, placeId, sourceId } = decision.main;
    return sourceId === null ? { ...taken, id, placeId: placeId ?? local.placeId } : null;
  }
  return local.placeId === null ? { ...taken, id: NEW_ROW_PREFIX + local.id, placeId: null } : null;
}

type CandidateRow = MainRow & { readonly n: number };
type LinkedCandidate = CandidateRow & { readonly linked: boolean };

async function knownOf(tx: Tx, open: Unresolved): Promise<Map<number, LinkedCandidate[]>> {
  const numbers = open.filter(({ known }) => known).map(({ n }) => n);
  if (numbers.length === 0) return new Map();
  const rows = await rowsOf<LinkedCandidate>(tx, statements.selectKnownRows(JSON.stringify(numbers)));
  return Map.groupBy(rows, ({ n }) => n);
}

async function nearOf(
  tx: Tx,
  places: readonly DuePlace[],
  open: Unresolved,
): Promise<Map<number, CandidateRow[]>> {
  const boxes = open.flatMap(({ n, known }) => {
    const place = places[n];
    if (known || !place || !hasCoordinates(place) || Math.abs(place.latitude) > 90) return [];
    return boxesAround(place).map((box) => ({ n, any: place.place_id === null, ...box }));
  });
  if (boxes.length === 0) return new Map();
  return Map.groupBy(
    await rowsOf<CandidateRow>(tx, statements.selectRowsInBoxes(JSON.stringify(boxes))),
    ({ n }) => n,
  );
}

export async function rowsOf<Row>(tx: Tx, statement: SQL): Promise<Row[]> {
  return (await tx.execute(statement)).rows as Row[]; // the statement names these columns
}

const BANDS_PER_DEGREE = 1_000; // per degree of latitude: 111 m each, so that 50 m touch at most two
const ROWS_MAX = 100_000; // rows; a longer dry run drops the oldest, which bounds memory

/**
 * The main rows that a batch has matched to a local place or will insert for one, in their new state, which is not in
 * the database yet. A further place that matches one of them is the second one.
 */
export class RowReservations {
  readonly #bands = new Map<number, Map<string, MainRow>>();
  readonly #order = new Map<string, number>();

  /** All within 50 m, and some others. */
  near(latitude: number): readonly MainRow[] {
    const middle = bandOf(latitude);
    return [-1, 0, 1].flatMap((offset) => [...(this.#bands.get(middle + offset)?.values() ?? [])]);
  }

  add(main: MainRow & { readonly latitude: number }): void {
    this.#forget(main.id);
    const band = bandOf(main.latitude);
    const rows = this.#bands.get(band) ?? new Map<string, MainRow>();
    rows.set(main.id, main);
    this.#bands.set(band, rows);
    this.#order.set(main.id, band);
    const [oldest] = this.#order.keys();
    if (this.#order.size > ROWS_MAX && oldest !== undefined) this.#forget(oldest);
  }

  has(id: string): boolean {
    return this.#order.has(id);
  }

  of(id: string): MainRow | undefined {
    const band = this.#order.get(id);
    return band === undefined ? undefined : this.#bands.get(band)?.get(id);
  }

  #forget(id: string): void {
    const band = this.#order.get(id);
    if (band === undefined) return;
    this.#order.delete(id);
    const rows = this.#bands.get(band);
    rows?.delete(id);
    if (rows?.size === 0) this.#bands.delete(band);
  }
}

const bandOf = (latitude: number): number => Math.floor(latitude * BANDS_PER_DEGREE);
