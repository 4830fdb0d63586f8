import { insertPlaces } from "../../../src/modules/places/import/bulk-insert.ts";
import type { NewPlace } from "../../../src/modules/places/service.ts";
import { partner } from "../../../src/testing/accounts.ts";
import { type TestApp, testApp } from "../../../src/testing/app.ts";
import type { Case, Finding } from "../../harness/suite.ts";
import { figureWithoutGoal } from "../figures.ts";
import { similarity } from "../reference/trigrams.ts";
import { directory, LISTS, linesOf } from "./directory.ts";

const OTHERS = 2_800; // places besides those that are asked for
const SEED = 38;
const FIRST = 3;
const GOAL = { first: 0.95, among: 0.99 } as const;

/**
 * What a person types, and the place that is meant: its name, and if several have the name its city or a part of its address.
 * Where several are right: "any", "any mosque" or "any restaurant with pizza", and where.
 */
interface Asked {
  readonly kind: string;
  readonly typed: string;
  readonly name: string;
  readonly where: string;
}

type Shown = Pick<NewPlace, "name" | "address" | "city" | "zipCode" | "category" | "subcategory">;
type Search = (typed: string) => Promise<readonly Shown[]>;

/** Which place is first for queries as people type them, against the similarity of trigrams. */
export const relevance: Case = {
  name: "relevance",
  isUntimed: true,
  async run() {
    const places = await directory(OTHERS, SEED);
    const app = await testApp();
    try {
      await app.db.transaction((tx) => insertPlaces(tx, places, new Date()));
      const ours = await searchesOf(app, places);
      const findings: Finding[] = [];
      for (const file of LISTS) {
        const asked = (await linesOf(file)).map(readAsked);
        for (const [name, search] of ours) findings.push(...(await rated(`${name}, ${file}`, asked, search)));
        const reference = async (typed: string) => bySimilarity(typed, places);
        findings.push(...(await rated(`trigrams, ${file}`, asked, reference)).slice(0, 1).map(withoutGoal));
      }
      return findings;
    } finally {
      await app.close();
    }
  },
};

const readAsked = ([kind = "", typed = "", name = "", where = ""]: readonly string[]): Asked => ({
  kind,
  typed,
  name,
  where,
});

const withoutGoal = ({ what, figure }: Finding): Finding => figureWithoutGoal(what, figure);

async function searchesOf(
  app: TestApp,
  places: readonly NewPlace[],
): Promise<readonly (readonly [name: string, Search])[]> {
  const { headers } = await partner(app);
  const keyOf = ({ name, address, city }: Pick<Shown, "name" | "address" | "city">) =>
    [name, address, city].join("\t");
  const byKey = new Map(places.map((place) => [keyOf(place), place]));
  const asking = (path: string, key: string): Search => {
    return async (typed) => {
      const url = `${path}?${new URLSearchParams({ [key]: typed })}`;
      const found: readonly Shown[] = (await app.send(`GET ${url}`, { headers })).json;
      return found.map((place) => byKey.get(keyOf(place)) ?? place);
    };
  };
  return [
    ["the public search", asking("/api/places", "q")],
    ["a partner's search", asking("/partner/api/pois/search", "query")],
  ];
}

/** The reference: the similarity of `pg_trgm` to the name, or to the name and the city. */
function bySimilarity(typed: string, places: readonly NewPlace[]): readonly Shown[] {
  const scored = places.map((place) => ({
    place,
    score: Math.max(similarity(typed, place.name), similarity(typed, `${place.name} ${place.city}`)),
  }));
  return scored.toSorted((a, b) => b.score - a.score).map(({ place }) => place);
}

/** The shares that are right, and a line for each query whose place is not the first. */
async function rated(what: string, asked: readonly Asked[], search: Search): Promise<Finding[]> {
  const missed: Finding[] = [];
  let [first, among] = [0, 0];
  for (const each of asked) {
    const found = await search(each.typed);
    const at = found.findIndex(isMeant(each));
    if (at === 0) first += 1;
    if (at >= 0 && at < FIRST) among += 1;
    if (at !== 0) missed.push(figureWithoutGoal(`  ${each.kind}: ${each.typed}`, missText(each, found, at)));
  }
  const shares = { first: first / asked.length, among: among / asked.length };
  const figure = `first ${percent(shares.first)}, first ${FIRST} ${percent(shares.among)} of ${asked.length} (goal ${percent(GOAL.first)} and ${percent(GOAL.among)})`;
  return [{ what, figure, ok: shares.first >= GOAL.first && shares.among >= GOAL.among }, ...missed];
}

const isMeant =
  ({ name, where }: Asked) =>
  (place: Shown): boolean =>
    (place.name === name || isOfKind(name, place)) &&
    where
      .split(", ")
      .every(
        (part) => part === "" || [place.city, place.zipCode].includes(part) || place.address.includes(part),
      );

function isOfKind(kind: string, { name, category, subcategory }: Shown): boolean {
  const [, wanted = category, word = ""] = /^any(?: (?!with)(\w+))?(?: with (\w+))?$/.exec(kind) ?? [
    "",
    "none",
  ];
  return category === wanted && `${name} ${subcategory}`.toLowerCase().includes(word);
}

function missText({ name }: Asked, found: readonly Shown[], at: number): string {
  const [top] = found;
  const shown = top ? `${top.name}, ${top.city}` : "nothing";
  return `${name} is ${at === -1 ? "missed" : `${at + 1}.`}, first is ${shown}`;
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
