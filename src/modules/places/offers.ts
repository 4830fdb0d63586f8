import type { SQL } from "drizzle-orm";
import type { Deps } from "../../core/rpc/context.ts";
import { offersOf } from "../../core/rpc/offers.ts";
import type { Tx } from "../../db/client.ts";
import type { MergedTable, MovedRows } from "../../shared/places/facts.ts";
import type { FileSource } from "../../shared/places/sources.ts";
import type { pois } from "./table.ts";

/** Records about places that follow a duplicate to the place that stays. */
export interface PlaceRecords {
  move(tx: Tx, deps: Deps, from: string, to: string): Promise<MovedRows>;
  /** Undoes `move`. Returns how many have been changed since and stay. */
  moveBack(tx: Tx, moved: MovedRows, from: string, to: string): Promise<number>;
}

/** The part of a place that its tier depends on, besides the records. */
export type TieredPlace = Pick<
  typeof pois.$inferSelect,
  "id" | "category" | "latitude" | "longitude" | "state"
>;

export interface SourceGone {
  readonly source: FileSource;
  readonly release: string;
  readonly why: "gone" | "closed";
  readonly ids: readonly string[];
}

export type TierDeps = Pick<Deps, "modules" | "now" | "settings">;

declare module "../../core/rpc/offers.ts" {
  interface Offers {
    /** A place was created, changed, merged, separated or restored; it is locked. */
    readonly onPlaceChanged?: (tx: Tx, deps: TierDeps, place: TieredPlace) => Promise<unknown>;
    readonly placeRecords?: Partial<Readonly<Record<MergedTable, PlaceRecords>>>;
    /** Places were merged into another one. Returns how many records of evidence count for it from now on. */
    readonly onPlacesMerged?: (tx: Tx, ids: readonly string[], into: string) => Promise<number>;
    /** A merge was undone: these ids are those of the place `of` again. */
    readonly onMergeUndone?: (tx: Tx, ids: readonly string[], of: string) => Promise<void>;
    /** A file that was imported calls these places halal. */
    readonly onReportedHalal?: (tx: Tx, now: Date, ids: readonly string[]) => Promise<void>;
    /** The newest release of a source no longer has these places, or says that they are closed for good. */
    readonly onSourceGone?: (tx: Tx, deps: Deps, gone: SourceGone) => Promise<void>;
    /** The intake that said so at this time was undone. */
    readonly onSourceBack?: (tx: Tx, gone: SourceGone, at: Date) => Promise<void>;
    /** Whether people have said or sent something about a place, which is more than an entry of a file then. */
    readonly placeInUse?: (poiId: SQL) => SQL;
    /** What a file that was imported at this time said of these places being halal is taken back. */
    readonly onReportWithdrawn?: (tx: Tx, now: Date, ids: readonly string[], at: Date) => Promise<void>;
    /** Whether a place has records that are in force on some days only. */
    readonly hasDatedRecords?: (poiId: SQL) => SQL;
    /** Whether a place has records that no file made. */
    readonly hasEvidence?: (poiId: SQL) => SQL;
  }
}

/** Lets the modules react to a new or changed place. Evidence computes its tier. */
export async function announceChange(tx: Tx, deps: TierDeps, place: TieredPlace): Promise<void> {
  for (const offer of offersOf(deps, "onPlaceChanged")) await offer(tx, deps, place);
}
