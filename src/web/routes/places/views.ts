import type { Why } from "../../../modules/directory/pages/schema.ts";
import type { SimilarPlace } from "../../../modules/directory/suggestions/schema.ts";
import type { PublicResult } from "../../../modules/places/search/schema.ts";

/** The day that a visitor typed, with what was known then; null if there is no such day. */
export interface AskedDay {
  readonly on: string;
  readonly why: Why | null;
}

/** A report as it was typed, with what is wrong with it. */
export interface TypedReport {
  readonly values: { readonly kind: string; readonly text: string; readonly email: string };
  /** Sentences for the fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** Why it could not be sent, if that is not about a field. */
  readonly failure: string | null;
}

/** A suggestion as it was typed, with what is wrong with it. */
export interface TypedSuggestion {
  readonly values: Readonly<
    Partial<Record<"name" | "address" | "city" | "state" | "url" | "why" | "email", string>>
  >;
  /** Sentences for the fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** Why it could not be sent, if that is not about a field. */
  readonly failure: string | null;
  /** Listed places that it may be. */
  readonly similar: readonly SimilarPlace[];
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
