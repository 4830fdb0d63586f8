import type { Followed } from "../matching/follow-decisions.ts";
import type { DuePlace, Failure } from "../runs/source-store.ts";
import { CHANGE_KINDS, CHANGES_MAX, type ChangeKind, type PlaceChange, type SyncChanges } from "./schema.ts";

/** A staged place with the values of a run and those of its row, as they come from the main database. */
export interface ComparedRow {
  readonly n: number;
  readonly mainId: string | null;
  readonly mainName: string | null;
  readonly ours: readonly Value[];
  readonly theirs: readonly Value[];
}
type Value = string | number | null;

/** What a run would do, with a bounded number of examples of each kind. */
export class ChangeList {
  readonly counts: Record<ChangeKind, number> = { fail: 0, update: 0, insert: 0, unlink: 0, keep: 0 };
  readonly #changes: Record<ChangeKind, PlaceChange[]> = {
    fail: [],
    update: [],
    insert: [],
    unlink: [],
    keep: [],
  };

  /** How many more changes of a kind can be listed. */
  room(kind: ChangeKind): number {
    return CHANGES_MAX - this.#changes[kind].length;
  }

  list(change: PlaceChange): void {
    if (this.room(change.kind) > 0) this.#changes[change.kind].push(change);
  }

  output(waiting: number): SyncChanges {
    return {
      message: messageOf(this.counts),
      counts: this.counts,
      waiting,
      changes: CHANGE_KINDS.flatMap((kind) => this.#changes[kind]),
    };
  }
}

const about = ({ source_id, name, city, decision }: DuePlace) => ({
  placeId: source_id,
  name,
  city,
  mainId: null,
  mainName: null,
  message: null,
  decision: decision?.choice ?? null,
  fields: [],
});

export const failedChange = ({ place, message }: Failure): PlaceChange => ({
  ...about(place),
  kind: "fail",
  message,
});

/** The row that a place leaves because staff have decided on another one. */
export const relinkedChange = ({ place, unlinked }: Followed): PlaceChange => ({
  ...about(place),
  kind: "unlink",
  mainId: unlinked?.id ?? null,
  mainName: unlinked?.name ?? null,
  message: `"${place.name}" gets another row, as staff have decided.`,
});

/** The row of a place that was deleted here. */
export const deletedChange = (row: {
  readonly placeId: string;
  readonly mainId: string;
  readonly mainName: string;
  readonly owner: string | null;
}): PlaceChange => ({
  kind: "unlink",
  placeId: row.placeId,
  name: row.mainName,
  city: "",
  mainId: row.mainId,
  mainName: row.mainName,
  message: "Its place was deleted here.",
  decision: null,
  fields: row.owner === null ? [] : [{ name: "owner_id", ours: null, theirs: row.owner }],
});

/** A place that is written or left, with the columns that change. */
export function comparedChange(
  kind: "insert" | "update" | "keep",
  place: DuePlace,
  columns: readonly string[],
  { mainId, mainName, ours, theirs }: ComparedRow,
): PlaceChange {
  const fields = columns.map((name, at) => ({
    name,
    ours: textOf(ours[at]),
    theirs: kind === "insert" ? null : textOf(theirs[at]),
  }));
  const changed = fields.filter(
    (field) => field.name !== "source_id" && (field.ours ?? "") !== (field.theirs ?? ""),
  );
  return { ...about(place), kind, mainId, mainName, fields: kind === "keep" ? [] : changed };
}

const textOf = (value: Value | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

function messageOf({ fail, update, insert, unlink, keep }: Record<ChangeKind, number>): string {
  if (fail + update + insert + unlink + keep === 0) return "The next run has nothing to do.";
  const parts = [
    ...(insert === 0 ? [] : [`add ${places(insert)}`]),
    ...(update === 0 ? [] : [`change ${places(update)}`]),
    ...(unlink === 0 ? [] : [`unlink ${places(unlink)}`]),
    ...(keep === 0 ? [] : [`leave ${places(keep)} as ${keep === 1 ? "it is" : "they are"}`]),
  ];
  const does = parts.length === 0 ? "" : `The next run would ${new Intl.ListFormat("en-US").format(parts)}. `;
  return `${does}${fail === 0 ? "" : `${places(fail)} would fail. `}Nothing was written.`;
}

const places = (count: number): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? "place" : "places"}`;
