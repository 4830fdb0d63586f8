import type { Deps, State } from "../../../core/rpc/context.ts";
import type { Database } from "../../../db/client.ts";
import {
  foldedText,
  type Part,
  partsOf,
  searchTermsOf,
  spellingsOf,
} from "../../../shared/spelling/spelling.ts";
import { type FoundPlace, idOf, nameOf, readLine, splitLines } from "./found-place.ts";
import { bestFirst, FIT, fitOf } from "./interpretation/fit.ts";
import { interpretationsOf } from "./interpretation/interpretations.ts";
import { type Breadth, type PlaceQuery, planOf, type SearchPlan } from "./search-plan.ts";
import {
  placesAtAddress,
  placesInCity,
  type Statement,
  statementOf,
  VOCABULARY_VERSION,
} from "./search-statement.ts";
import { cutsOf, MIN_WORD_LENGTH } from "./vocabulary/term-lookup.ts";
import type { Vocabulary, VocabularyVersion } from "./vocabulary/vocabulary.ts";
import type { WordList } from "./vocabulary/word-list.ts";

/** The only row of a statement: the version of the vocabulary, and lines of places. */
type Row = VocabularyVersion & { readonly lines?: string | null };

/** The part of `Deps` that a search uses. */
export interface SearchDeps extends Pick<Deps, "db"> {
  readonly state: Pick<State, "vocabulary">;
}

/** `findPlaces`, which is not run again for a search that was made before, unless a place has changed. */
export async function findPlacesAgain(
  deps: SearchDeps & { readonly state: Pick<State, "answers" | "placesVersion"> },
  input: PlaceQuery,
): Promise<FoundPlace[]> {
  const { query, city, category, limit, isPublic } = input;
  const key = `search ${JSON.stringify([query, city, category, limit, isPublic])}`;
  const { answers, placesVersion } = deps.state;
  const lines = await answers({ key, version: await placesVersion(), bytes: limit * LINE_BYTES }, () =>
    findLines(deps, input),
  );
  return lines.map(readLine);
}

interface FindPlacesInput extends PlaceQuery {
  /** Inexact words are looked up only if the exact ones find fewer places than this; `limit` by default. */
  readonly stopAt?: number;
}

const LINE_BYTES = 200; // in memory
const LEAST_EXPECTED = 0.25; // of the page: with fewer places, exact words alone hardly ever fill it
const SELECT_VOCABULARY_VERSION = `select ${VOCABULARY_VERSION}`;
const MAX_ATTEMPTS = 3; // words may be added while the vocabulary is read

/**
 * `search` for callers who may see owners; without a text, all places of the city. Runs one statement if no words were
 * added since the last search, a second one if several exact words find too few places, and up to three more for variants
 * of the query. Words of the city, the street or the kind of place are looked for there if names have too few of them; if
 * nothing has all words, most are enough.
 */
export const findPlaces = async (deps: SearchDeps, input: FindPlacesInput): Promise<FoundPlace[]> =>
  (await findLines(deps, input)).map(readLine);

async function findLines({ db, state }: SearchDeps, input: FindPlacesInput): Promise<readonly string[]> {
  let vocabulary = await state.vocabulary.current();
  for (let attempt = 1; ; attempt += 1) {
    const found = await runNarrowThenBroad(db, vocabulary, input);
    const { row } = found;
    if (!row || row.stamp === vocabulary.stamp || attempt === MAX_ATTEMPTS) {
      const variants = await fillWithVariants(db, vocabulary, input, found);
      return fillWithInterpretations(db, vocabulary, input, variants);
    }
    vocabulary = await state.vocabulary.current(row);
  }
}

/** What a statement found; no row without a vocabulary. */
interface SearchOutcome {
  readonly row: Row | undefined;
  readonly lines: readonly string[];
}

async function runNarrowThenBroad(
  db: Database,
  vocabulary: Vocabulary,
  input: FindPlacesInput,
): Promise<SearchOutcome> {
  const wanted = input.stopAt ?? input.limit;
  for (const plan of exactPlans(vocabulary, input, wanted)) {
    const found = plan === null ? null : await run(db, plan);
    if (found && found.lines.length >= wanted) return found;
  }
  const broad = planOf(vocabulary, input, "broad");
  return broad === null ? ask(db, SELECT_VOCABULARY_VERSION, []) : run(db, broad);
}

/** The plans that may fill a page without inexact words, the first of them without synonyms. */
function exactPlans(
  vocabulary: Vocabulary,
  input: FindPlacesInput,
  wanted: number,
): readonly (SearchPlan | null)[] {
  const terms = searchTermsOf(input.query);
  if (terms.length === 1) return [];
  const planned = (breadth: Breadth, least: number) => {
    const plan = planOf(vocabulary, input, breadth);
    return plan !== null && plan.expected >= least ? plan : null;
  };
  const hasSynonyms = terms.some(({ meanings }) => meanings.length > 0);
  const typed = hasSynonyms ? planned("typed", wanted) : null;
  return [typed, planned("narrow", input.stopAt === undefined ? input.limit * LEAST_EXPECTED : 0)];
}

/** Appends what variants of the query find, unless enough places were found. */
async function fillWithVariants(
  db: Database,
  vocabulary: Vocabulary,
  input: FindPlacesInput,
  found: SearchOutcome,
): Promise<readonly string[]> {
  if (found.lines.length >= (input.stopAt ?? input.limit)) return found.lines;
  const plans = queryVariants(vocabulary.words, input.query, input.limit)
    .map((query) => planOf(vocabulary, { ...input, query }, "narrow"))
    .filter((plan) => plan !== null);
  const others = await Promise.all(plans.map((plan) => run(db, plan)));
  return different([found, ...others].map(({ lines }) => lines)).slice(0, input.limit);
}

const different = (lists: readonly (readonly string[])[]): string[] => [
  ...new Map(lists.flat().map((line) => [idOf(line), line])).values(),
];

/** Appends what weaker interpretations of the query find, unless enough places were found. */
async function fillWithInterpretations(
  db: Database,
  vocabulary: Vocabulary,
  input: FindPlacesInput,
  lines: readonly string[],
): Promise<readonly string[]> {
  if (lines.length >= (input.stopAt ?? input.limit) || input.cities !== undefined) return lines; // where is known
  if (input.query === "") return linesOf(db, vocabulary, input);
  const { isOneWord, inCity, inKind, address, others } = interpretationsOf(vocabulary, input);
  const read = (interpretations: readonly PlaceQuery[]) =>
    Promise.all(interpretations.map((interpretation) => linesOf(db, vocabulary, interpretation)));
  const there = foldedText(input.query).startsWith(address) ? await atAddress(db, address, input) : [];
  const found = different([lines, there, ...(await read(inCity))]);
  if (found.length > 0 && isOneWord) return found.slice(0, input.limit);
  const fit = bestFitOf(input.query, found);
  if (fit <= FIT.named) return found.slice(0, input.limit);
  const known = different([found, ...(await read(inKind()))]);
  if (fit < FIT.none) return known.slice(0, input.limit);
  const isMet = bestFitOf(input.query, known) < FIT.none;
  const { whole, partial, terms } = others();
  const complete = isMet ? known : different([...(await read(whole)), found]);
  const isFew = complete.length === lines.length;
  const weaker = isFew ? [await atAddress(db, address, input), ...(await read(partial()))] : [];
  const all = different([complete, ...weaker, known]);
  const lineOf = new Map(all.map((line) => [idOf(line), line]));
  const ranked = bestFirst(terms, address, all.map(readLine)).flatMap(({ id }) => lineOf.get(id) ?? []);
  return different([ranked, complete]).slice(0, input.limit);
}

const FITS_READ = 5; // places, best first: it takes as long as a statement for all of a page

/** How well the first places fit, at best; all of them, if the first ones do not have all words. */
function bestFitOf(query: string, lines: readonly string[]): number {
  const fit = fitOf(query);
  let best: number = FIT.none;
  for (const [n, line] of lines.entries()) {
    if (best <= FIT.named || (best < FIT.none && n >= FITS_READ)) break;
    best = Math.min(best, fit(readLine(line)));
  }
  return best;
}

/** The places that one interpretation finds; without words, those of the city. */
async function linesOf(
  db: Database,
  vocabulary: Vocabulary,
  interpretation: PlaceQuery,
): Promise<readonly string[]> {
  if (interpretation.query === "") {
    const statement = placesInCity(vocabulary.cities, interpretation);
    return statement === null ? [] : linesFrom(db, statement);
  }
  const plan = planOf(vocabulary, interpretation, "loose");
  return plan === null ? [] : (await run(db, plan)).lines;
}

async function atAddress(db: Database, address: string, input: PlaceQuery): Promise<readonly string[]> {
  return address === "" ? [] : linesFrom(db, placesAtAddress(address, input));
}

/** The places that a statement reads, one a row. */
export const placesFrom = async (db: Database, statement: Statement): Promise<FoundPlace[]> =>
  (await linesFrom(db, statement)).map(readLine);

/** The vocabulary with all words and cities that places have now. */
export async function freshVocabulary({ db, state }: SearchDeps): Promise<Vocabulary> {
  const { row } = await ask(db, SELECT_VOCABULARY_VERSION, []);
  return state.vocabulary.current(row);
}

async function linesFrom(db: Database, { text, values }: Statement): Promise<readonly string[]> {
  const rows = await db.query<{ line: string }>(text, values, { prepared: true });
  return rows.map(({ line }) => line);
}

async function run(db: Database, plan: SearchPlan): Promise<SearchOutcome> {
  const { text, values } = statementOf(plan);
  const found = await ask(db, text, values);
  if (plan.name === null) return found;
  const isAll = plan.expected < plan.limit;
  const lines = isAll ? nameFirst(plan.name.start.trim(), found.lines) : different([found.lines]);
  return { ...found, lines: lines.slice(0, plan.limit) };
}

const MORE_SIGNS = 8; // that a name can have before it is folded

/** The places of exactly the name before the others. */
function nameFirst(name: string, lines: readonly string[]): readonly string[] {
  const isName = (line: string) => {
    const written = nameOf(line);
    return written.length <= name.length + MORE_SIGNS && foldedText(written) === name;
  };
  const named = new Set(lines.filter(isName));
  return named.size === 0 ? lines : [...named, ...lines.filter((line) => !named.has(line))];
}

async function ask(db: Database, text: string, values: readonly unknown[]): Promise<SearchOutcome> {
  const [row] = await db.query<Row>(text, values, { prepared: true });
  return { row, lines: splitLines(row?.lines ?? "") };
}

const MAX_VARIANTS = 3; // each costs one more statement
const MAX_PARTS = 8;
const MIN_SPLIT_LENGTH = 5; // letters
/** An Arabic article between two joined words; its consonant may belong to the next word. */
const ARTICLE = /^[aeu](?:[lnrstdz]|sh|(?=[nrstdz]))/;
const FINAL_ARTICLE = /^u(?:[lnrstdz]|sh)$/;

/**
 * Other ways to write a query, with words joined or split as in Arabic names: `dar uloom` for `darul uloom`,
 * `abubakar` for `abu bakar`. Splits only words of fewer than `limit` places, and only into words of the vocabulary.
 */
function queryVariants(words: WordList, query: string, limit: number): string[] {
  const parts = partsOf(query).slice(0, MAX_PARTS);
  const typed = parts.map((part) => part.words.join(" "));
  const single = (at: number) => (parts[at]?.words.length === 1 ? typed[at] : undefined);
  const split = typed.map((text, at) => {
    const isRare = single(at) !== undefined && placesOf(words, text) < limit;
    return isRare ? splitOf(words, text, at === typed.length - 1) : null;
  });
  const joined = typed.map((_, at) =>
    joinedOf(words, single(at), parts[at + 1], at + 1 === typed.length - 1),
  );
  const all = [
    typed.map((text, at) => (placesOf(words, text) === 0 ? (split[at] ?? text) : text)),
    ...joined.flatMap((text, at) => (text === null ? [] : [typed.toSpliced(at, 2, text)])),
    ...split.flatMap((text, at) => (text === null ? [] : [typed.toSpliced(at, 1, text)])),
  ];
  const texts = new Set(all.map((each) => each.join(" ")));
  texts.delete(typed.join(" "));
  return [...texts].slice(0, MAX_VARIANTS);
}

/** About how many places have a word, in its most frequent spelling. */
const placesOf = (words: WordList, word: string): number =>
  Math.max(...spellingsOf(word).map((each) => words.places(each)));

/** A word joined with the next one, article included; null unless the vocabulary has it, or a word that starts with the last one. */
function joinedOf(
  words: WordList,
  first: string | undefined,
  next: Part | undefined,
  isLast: boolean,
): string | null {
  if (first === undefined || next === undefined || next.meaning !== null) return null;
  const both = first + next.words.join("");
  const isStart = isLast && both.length >= MIN_SPLIT_LENGTH && words.countStartingWith(both) > 0;
  return isStart || placesOf(words, both) > 0 ? both : null;
}

/** The split into the two most frequent words, an article between or after them dropped; null if there is none. */
function splitOf(words: WordList, word: string, isLast: boolean): string | null {
  if (word.length < MIN_SPLIT_LENGTH) return null;
  let [best, highest] = [null as string | null, 0];
  for (const { left, right, isBoundary } of cutsOf(word)) {
    const places = placesOf(words, left);
    if (places === 0) continue;
    if (!isLast && places > highest && FINAL_ARTICLE.test(right)) [best, highest] = [left, places];
    for (const rest of [right, right.replace(ARTICLE, "")]) {
      const both = isBoundary || rest.length >= MIN_WORD_LENGTH ? places * placesOf(words, rest) : 0;
      if (both > highest) [best, highest] = [`${left} ${rest}`, both];
    }
  }
  return best;
}
