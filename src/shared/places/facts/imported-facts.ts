import { z } from "zod";
import type { Category } from "../places.ts";
import { factFields } from "./fact-fields.ts";
import { FACT_KEYS, type FactKey, type FactValue, misfit } from "./facts.ts";

/** What a source states; null withdraws an earlier statement. */
export type StatedFacts = { readonly [Key in FactKey]?: FactValue | null };

const schemas = z.object(factFields).shape;
const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The facts of an entry of a GeoJSON file: its property `facts`, an object as the calls take it, and OpenStreetMap's
 * `opening_hours` where that has no hours. A wrong fact is left out, with the reason.
 */
export function importedFacts(
  properties: Readonly<Record<string, unknown>>,
  category: Category,
): { readonly facts: StatedFacts | null; readonly refused: readonly string[] } {
  const { facts: sent = {}, opening_hours: hours } = properties;
  if (!isFields(sent ?? {})) return { facts: null, refused: ["facts must be an object"] };
  const all: Readonly<Record<string, unknown>> = {
    ...(hours !== undefined && { hours }),
    ...(sent as object), // null has no keys
  };
  const refused: string[] = [];
  const entries = FACT_KEYS.flatMap((key): readonly (readonly [FactKey, FactValue | null])[] => {
    if (all[key] === undefined) return [];
    const { data, error } = schemas[key].safeParse(all[key]);
    const reason = error ? error.issues[0]?.message : data === null ? null : misfit(key, category);
    if (reason) refused.push(reason);
    return reason || data === undefined ? [] : [[key, data]];
  });
  return { facts: entries.length === 0 ? null : Object.fromEntries(entries), refused };
}
