import type { Why } from "../../../modules/evidence/public/schema.ts";
import type { PublicResult } from "../../../modules/pois/search/schema.ts";

/** The day that a visitor typed, with what was known then; null if there is no such day. */
export interface AskedDay {
  readonly on: string;
  readonly why: Why | null;
}

/** What a visitor looked for. */
export interface Searched {
  readonly q: string;
  readonly city: string;
  /** From 1. */
  readonly page: number;
  /** Null before the first search, and if it was refused. */
  readonly found: {
    readonly items: readonly PublicResult[];
    readonly total: number;
    readonly isLast: boolean;
    /** Set if there may be more than were looked up. */
    readonly isCut: boolean;
  } | null;
  readonly error: string | null;
}
