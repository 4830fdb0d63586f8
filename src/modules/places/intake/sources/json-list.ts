import type { Entry } from "../../../../core/files/csv-reader.ts";
import { FileError } from "../../../../core/files/file-error.ts";
import { yieldToEventLoop } from "../../../../core/limits/event-loop.ts";
import { positionIn } from "./outlines.ts";
import { type Fields, isFields } from "./source.ts";

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

/** The features of a GeoJSON file, numbered from 0, one at a time in memory. Throws `FileError`. */
export async function* readGeojson(text: AsyncIterable<string>): AsyncGenerator<Entry[]> {
  const isWhole = (whole: Fields) => whole.type === "FeatureCollection";
  const list = readJsonList(text, { key: "features", isWhole, otherwise: NO_GEOJSON });
  for await (const items of list) yield items.map(entryOf);
}

const NO_GEOJSON = "The file is not a GeoJSON FeatureCollection.";

interface Item {
  /** From 0. */
  readonly at: number;
  readonly value: unknown;
}

interface ListIn {
  /** Of the list in the outermost object. */
  readonly key: string;
  /** Whether the object is of the expected format, without the items of its list. */
  readonly isWhole: (whole: Fields) => boolean;
  /** What is thrown if it is not. */
  readonly otherwise: string;
}

/** The items of a list in a JSON file, one at a time in memory. Throws `FileError`. */
export async function* readJsonList(text: AsyncIterable<string>, list: ListIn): AsyncGenerator<Item[]> {
  const reader = new ListReader(list);
  for await (const part of text)
    for (let from = 0; from < part.length; from += PIECE) {
      yield reader.take(part.slice(from, from + PIECE)).map(({ at, text: item }) => ({
        at,
        value: parsed(item, `Feature ${at} is not JSON`),
      }));
      await yieldToEventLoop();
    }
  reader.finish();
}

function entryOf({ value, at }: Item): Entry {
  if (!isFields(value) || value.type !== "Feature" || !isFields(value.properties))
    return { at, reason: "Not a Feature with properties" };
  const { geometry } = value;
  const fields = value.id === undefined ? value.properties : { id: value.id, ...value.properties };
  if (geometry === null || geometry === undefined) return { at, fields };
  const position = isFields(geometry) ? positionIn(geometry) : null;
  if (position === null) return { at, fields, left: "The geometry must be a Point or an outline, or null" };
  const [longitude, latitude] = position;
  return { at, fields: { ...fields, longitude, latitude } };
}

interface Raw {
  readonly at: number;
  readonly text: string;
}

/** Splits the text into features; the JSON around them is parsed at the end. */
class ListReader {
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
  readonly #list: ListIn;
  readonly #key: RegExp;

  constructor(list: ListIn) {
    this.#list = list;
    this.#key = new RegExp(`"${list.key}"\\s*:\\s*$`);
  }

  take(part: string): Raw[] {
    const found: Raw[] = [];
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

  /** Throws unless the file is complete and of the expected format. */
  finish(): void {
    if (this.#depth !== 0 || this.#inText) throw new FileError("The file ends in the middle.");
    const whole = parsed(this.#around, "The file is not JSON");
    if (!isFields(whole) || !this.#seenFeatures || !this.#list.isWhole(whole))
      throw new FileError(this.#list.otherwise);
  }

  #isBetween = (): boolean => this.#inFeatures && this.#depth === 2;

  #readText(code: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (code === BACKSLASH) this.#escaped = true;
    else if (code === QUOTE) this.#inText = false;
  }

  #openFeatures(part: string, from: number, at: number): number {
    this.#keep(part.slice(from, at));
    if (this.#seenFeatures || !this.#key.test(this.#before)) {
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

  #end(rest: string): Raw {
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
