import type { Entry } from "../../../../core/files/csv-reader.ts";
import { FileError } from "../../../../core/files/file-error.ts";
import { yieldToEventLoop } from "../../../../core/limits/event-loop.ts";

const MAX_TEXT = 1_000_000; // characters of one feature, and of everything around the features
/** Characters that are read before timers and other requests have their turn. */
const PIECE = 8 * 1_024;
/**
 * Characters before an array in which its key is looked for: a look at all that came before would take quadratic time.
 */
const KEY_WITHIN = 200;

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN = new Set([123, 91]); // { [
const CLOSE = new Set([125, 93]);
const FEATURES = /"features"\s*:\s*$/;

/** The features of a GeoJSON file, numbered from 0, one at a time in memory. Throws `FileError`. */
export async function* readGeojson(text: AsyncIterable<string>): AsyncGenerator<Entry[]> {
  const reader = new FeatureReader();
  for await (const part of text)
    for (let from = 0; from < part.length; from += PIECE) {
      yield reader.take(part.slice(from, from + PIECE)).map((feature) => entryOf(feature));
      await yieldToEventLoop();
    }
  reader.finish();
}

function entryOf({ text, at }: Feature): Entry {
  const value = parsed(text, `Feature ${at} is not JSON`) as Record<string, unknown> | null;
  if (value?.type !== "Feature" || !isObject(value.properties))
    return { at, reason: "Not a Feature with properties" };
  const { geometry } = value;
  const fields = value.id === undefined ? value.properties : { id: value.id, ...value.properties };
  if (geometry === null || geometry === undefined) return { at, fields };
  const position = isObject(geometry) ? positionIn(geometry) : null;
  if (position === null) return { at, fields, left: "The geometry must be a Point or an outline, or null" };
  const [longitude, latitude] = position;
  return { at, fields: { ...fields, longitude, latitude } };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isPosition = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length >= 2 && value.every((each) => typeof each === "number");

type Position = readonly number[];
type Ring = readonly Position[];

/** The position of a point, or one inside an outline. */
function positionIn({ type, coordinates }: Record<string, unknown>): Position | null {
  if (type === "Point") return isPosition(coordinates) ? coordinates : null;
  const outlines = type === "Polygon" ? [coordinates] : type === "MultiPolygon" ? coordinates : null;
  if (!Array.isArray(outlines)) return null;
  const inside = outlines.flatMap((rings) => (isRings(rings) ? (widestInside(rings) ?? []) : []));
  return inside.toSorted((one, other) => other.width - one.width)[0]?.middle ?? null;
}

const isRings = (value: unknown): value is readonly Ring[] =>
  Array.isArray(value) && value.every((ring) => Array.isArray(ring) && ring.every(isPosition));

/** The middle of the widest part inside an outline, holes aside, on the parallel halfway up. */
function widestInside(rings: readonly Ring[]): { readonly width: number; readonly middle: Position } | null {
  const heights = (rings[0] ?? []).map(([, north = 0]) => north);
  const parallel = (Math.min(...heights) + Math.max(...heights)) / 2;
  const crossings = rings.flatMap((ring) =>
    ring.flatMap((end, n) => crossing(ring[n - 1] ?? end, end, parallel)),
  );
  const sorted = crossings.toSorted((one, other) => one - other);
  const parts = sorted.flatMap((west, n) => {
    const east = sorted[n + 1];
    return n % 2 === 1 || east === undefined
      ? []
      : [{ width: east - west, middle: [(west + east) / 2, parallel] }];
  });
  return parts.toSorted((one, other) => other.width - one.width)[0] ?? null;
}

/** Where an edge crosses a parallel, if it does. */
function crossing([x1 = 0, y1 = 0]: Position, [x2 = 0, y2 = 0]: Position, parallel: number): number[] {
  if (y1 > parallel === y2 > parallel) return [];
  return [x1 + ((parallel - y1) * (x2 - x1)) / (y2 - y1)];
}

interface Feature {
  readonly at: number;
  readonly text: string;
}

/** Splits the text into features; the JSON around them is parsed at the end. */
class FeatureReader {
  #around = "";
  /** The last characters of it. */
  #before = "";
  #feature = "";
  #count = 0;
  #depth = 0;
  #inText = false;
  #escaped = false;
  #inFeatures = false;
  #seenFeatures = false;
  #afterFeature = false;

  take(part: string): Feature[] {
    const found: Feature[] = [];
    let from = 0;
    for (let at = 0; at < part.length; at += 1) {
      const code = part.charCodeAt(at);
      if (this.#inText) this.#readText(code);
      else if (code === QUOTE) this.#inText = true;
      else if (OPEN.has(code)) {
        if (this.#isBetween()) from = this.#begin(part, from, at, code);
        else if (this.#depth === 1 && code === 91) from = this.#openFeatures(part, from, at);
        this.#depth += 1;
      } else if (CLOSE.has(code)) {
        this.#depth -= 1;
        if (this.#inFeatures && this.#depth === 2) {
          found.push(this.#end(part.slice(from, at + 1)));
          from = at + 1;
        } else if (this.#inFeatures && this.#depth === 1) from = this.#closeFeatures(part, from, at);
      }
    }
    this.#keep(part.slice(from));
    return found;
  }

  /** Throws unless the file is complete and a FeatureCollection. */
  finish(): void {
    if (this.#depth !== 0 || this.#inText) throw new FileError("The file ends in the middle.");
    const whole = parsed(this.#around, "The file is not JSON");
    if (!isObject(whole) || whole.type !== "FeatureCollection" || !this.#seenFeatures)
      throw new FileError("The file is not a GeoJSON FeatureCollection.");
  }

  #isBetween = (): boolean => this.#inFeatures && this.#depth === 2;

  #readText(code: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (code === BACKSLASH) this.#escaped = true;
    else if (code === QUOTE) this.#inText = false;
  }

  #openFeatures(part: string, from: number, at: number): number {
    this.#keep(part.slice(from, at));
    if (this.#seenFeatures || !FEATURES.test(this.#before)) {
      this.#keep("[");
      return at + 1;
    }
    this.#keep("[");
    this.#inFeatures = true;
    this.#seenFeatures = true;
    return at + 1;
  }

  #begin(part: string, from: number, at: number, code: number): number {
    this.#expectSeparator(this.#feature + part.slice(from, at), code === 123);
    this.#feature = "";
    return at;
  }

  /** Throws unless there is one comma between two features and none before the first. */
  #expectSeparator(text: string, isObjectNext: boolean): void {
    if (text.trim() !== (this.#afterFeature ? "," : "") || !isObjectNext)
      throw new FileError(`The file is not JSON: there is unexpected text before feature ${this.#count}.`);
  }

  #end(rest: string): Feature {
    const text = this.#feature + rest;
    this.#feature = "";
    this.#afterFeature = true;
    this.#count += 1;
    return { at: this.#count - 1, text };
  }

  #closeFeatures(part: string, from: number, at: number): number {
    if ((this.#feature + part.slice(from, at)).trim() !== "")
      throw new FileError("The file is not JSON: there is unexpected text after the last feature.");
    this.#feature = "";
    this.#inFeatures = false;
    return at;
  }

  #keep(text: string): void {
    if (this.#inFeatures) this.#feature += text;
    else {
      this.#around += text;
      this.#before = (this.#before + text).slice(-KEY_WITHIN);
    }
    if (this.#feature.length > MAX_TEXT || this.#around.length > MAX_TEXT)
      throw new FileError(`Feature ${this.#count} is too long or never ends.`);
  }
}

function parsed(text: string, otherwise: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FileError(`${otherwise}.`);
  }
}
