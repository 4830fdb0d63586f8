import type { Why } from "../../../modules/directory/pages/schema.ts";
import type { SimilarPlace } from "../../../modules/directory/suggestions/schema.ts";
import type { PublicResult } from "../../../modules/places/search/schema.ts";
import type { Point } from "../../../shared/places/places.ts";
import type { FileSource } from "../../../shared/places/sources.ts";

/** The day that a visitor typed, with what was known then; null if there is no such day. */
export interface AskedDay {
  readonly on: string;
  readonly why: Why | null;
}

/** A report as it was typed, with what is wrong with it. */
export interface TypedReport {
  readonly values: { readonly kind: string; readonly text: string; readonly email: string };
  /** Whether a photo came with it, which a page cannot put back into its field. */
  readonly hadPhoto: boolean;
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

/** What a visitor looked for, as its address has it; empty for what was not asked. */
export interface AskedSearch {
  readonly q: string;
  /** Of older links; the box shows it after `q`. */
  readonly city: string;
  readonly category: string;
  readonly tier: string;
  /** `true` if only open places were asked for. */
  readonly open: string;
  /** With commas between them. */
  readonly facts: string;
  /** Where the visitor is, `latitude,longitude`. */
  readonly near: string;
  /** `true` if only places with the words as typed were asked for. */
  readonly exact: string;
}

export const NOTHING: AskedSearch = {
  q: "",
  city: "",
  category: "",
  tier: "",
  open: "",
  facts: "",
  near: "",
  exact: "",
};

export interface Searched {
  readonly asked: AskedSearch;
  /** From 1. */
  readonly page: number;
  /** Null before the first search, and if it was refused. */
  readonly found: FoundPlaces | null;
  readonly error: string | null;
}

export interface FoundPlaces {
  readonly items: readonly PublicResult[];
  readonly total: number;
  readonly isLast: boolean;
  /** Set if there may be more than were looked up. */
  readonly isCut: boolean;
  /** What was read as the place of search. */
  readonly understood: string | null;
  /** The text without the typing errors that were corrected. */
  readonly corrected: string | null;
  /** Set if no place has all words. */
  readonly isPartial: boolean;
  /** The files that said something of the places. */
  readonly files: readonly FileSource[];
  /** The larger cities around, to be drawn on the map. */
  readonly cities: readonly MapCity[];
}

export interface MapCity extends Point {
  readonly name: string;
}

/** The address of a search. */
export function searchPath(asked: AskedSearch, page = 1): string {
  const given = Object.entries(asked).filter(([, value]) => value !== "");
  return `/places?${new URLSearchParams([...given, ...(page > 1 ? [["page", String(page)]] : [])])}`;
}
