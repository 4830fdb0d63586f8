import type { SQL } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import * as statements from "../main-database/statements.ts";
import type { DuePlace, Failure } from "../source-store.ts";
import {
  boxesAround,
  type Decision,
  decide,
  hasCoordinates,
  type Local,
  MADE_HERE,
  type Main,
} from "./matching.ts";
import { Claims } from "./row-reservations.ts";

const SLICE = 500; // places whose neighbours are held at once

/** What earlier batches of a dry run did, which the database has undone; empty in a run. */
export interface Undone {
  /** The rows that they wrote. */
  readonly claims: Claims;
  /** The places whose rows were let go. */
  readonly unlinked: Set<string>;
}

/** The numbers of the staged places that a join cannot decide on, and whether some row is known of each. */
export type Unsettled = readonly { readonly n: number; readonly known: boolean }[];

interface Verdicts {
  readonly decisions: readonly object[];
  readonly failures: readonly Failure[];
}

/** Decides on the open places, one after the other as they were read. */
export async function judge(
  tx: Tx,
  undone: Undone,
  places: readonly DuePlace[],
  open: Unsettled,
): Promise<Verdicts> {
  const claims = new Claims();
  const [decisions, failures]: [object[], Failure[]] = [[], []];
  for (let from = 0; from < open.length; from += SLICE) {
    for (const { place, n, known, near } of await candidatesOf(
      tx,
      undone,
      places,
      open.slice(from, from + SLICE),
    )) {
      const local = localOf(place);
      const decision = decide(local, { ...known, near: nearWith([undone.claims, claims], local, near) });
      if (decision.kind === "error") failures.push({ place, message: decision.message });
      else decisions.push(settled(n, decision));
      const claim = claimOf(local, decision);
      if (claim) claims.add(claim);
    }
  }
  return { decisions, failures };
}

const settled = (n: number, decision: Exclude<Decision, { kind: "error" }>) => ({
  n,
  verdict: decision.kind,
  main: decision.kind === "write" ? decision.main.id : null,
});

async function candidatesOf(tx: Tx, { unlinked }: Undone, places: readonly DuePlace[], open: Unsettled) {
  const [knownRows, nearRows] = [await knownOf(tx, open), await nearOf(tx, places, open)];
  const asNow = (row: Main): Main =>
    row.sourceId !== null && unlinked.has(row.sourceId) ? { ...row, sourceId: null } : row;
  return open.map(({ n }) => {
    const place = places[n];
    if (!place) throw new Error("the stage gave a number that was not sent");
    const rows = knownRows.get(n) ?? [];
    const known = {
      linked: rows.find(({ linked }) => linked),
      byPlaceId: rows.filter(({ linked }) => !linked).map(asNow),
    };
    return { place, n, known, near: (nearRows.get(n) ?? []).map(asNow) };
  });
}

const localOf = ({ source_id, name, place_id, latitude, longitude }: DuePlace): Local => ({
  id: source_id,
  name,
  placeId: place_id,
  latitude,
  longitude,
});

/** What has been claimed counts as it is now, not as the database still shows it. */
export function nearWith(claims: readonly Claims[], local: Local, rows: readonly Main[]): readonly Main[] {
  if (!hasCoordinates(local)) return rows;
  const own = claims.flatMap((each) => each.near(local.latitude));
  return [...rows.filter(({ id }) => !claims.some((each) => each.has(id))), ...own];
}

/** The row that a place has taken by its coordinates, or a new one that others could fall on. */
export function claimOf(local: Local, decision: Decision): (Main & { readonly latitude: number }) | null {
  if (!hasCoordinates(local) || decision.kind === "error") return null;
  const { latitude, longitude, name } = local;
  const taken = { name, sourceId: local.id, latitude, longitude };
  if (decision.kind === "write") {
    const { id, placeId, sourceId } = decision.main;
    return sourceId === null ? { ...taken, id, placeId: placeId ?? local.placeId } : null;
  }
  return local.placeId === null ? { ...taken, id: MADE_HERE + local.id, placeId: null } : null;
}

type Found = Main & { readonly n: number };
type Known = Found & { readonly linked: boolean };

async function knownOf(tx: Tx, open: Unsettled): Promise<Map<number, Known[]>> {
  const numbers = open.filter(({ known }) => known).map(({ n }) => n);
  if (numbers.length === 0) return new Map();
  const rows = await rowsOf<Known>(tx, statements.known(JSON.stringify(numbers)));
  return Map.groupBy(rows, ({ n }) => n);
}

async function nearOf(tx: Tx, places: readonly DuePlace[], open: Unsettled): Promise<Map<number, Found[]>> {
  const boxes = open.flatMap(({ n, known }) => {
    const place = places[n];
    if (known || !place || !hasCoordinates(place) || Math.abs(place.latitude) > 90) return [];
    return boxesAround(place).map((box) => ({ n, any: place.place_id === null, ...box }));
  });
  if (boxes.length === 0) return new Map();
  return Map.groupBy(await rowsOf<Found>(tx, statements.within(JSON.stringify(boxes))), ({ n }) => n);
}

export async function rowsOf<Row>(tx: Tx, statement: SQL): Promise<Row[]> {
  return (await tx.execute(statement)).rows as Row[]; // the statement names these columns
}
