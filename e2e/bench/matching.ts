import { dedupeKeyOf } from "../../src/modules/places/duplicates/dedupe-key.ts";
import { type Comparable, traitsOf } from "../../src/modules/places/duplicates/likeness.ts";
import {
  answerOf,
  comparedOnSpot,
  type MatchAnswer,
  SURE,
  samenessOf,
} from "../../src/modules/places/duplicates/match.ts";
import { distance } from "../../src/shared/places/places.ts";
import { HARD_PAIRS } from "../../src/testing/places/matching/hard-pairs.ts";
import {
  generatedPairs,
  type LabelledPair,
  pairsOnSpot,
} from "../../src/testing/places/matching/labelled-pairs.ts";
import type { Case, Finding } from "../harness/suite.ts";
import { similarity } from "./reference/trigrams.ts";

const SEED = 38;
const EACH = 60; // pairs of each kind
const GOAL = { precision: 0.995, recall: 0.95 } as const;
const THRESHOLDS = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] as const;

/** How surely pairs are called the same place at each threshold, by us and by similar trigrams and the distance. */
export const matching: Case = {
  name: "matching",
  isUntimed: true,
  async run() {
    const pairs = [...generatedPairs(SEED, EACH), ...HARD_PAIRS];
    const ours = scored(pairs, ({ one, other }) => samenessOf(traitsOf(one), traitsOf(other)));
    const reference = scored(pairs, ({ one, other }) => trigramScore(one, other));
    const at = ratesAt(ours, SURE);
    return [
      ...THRESHOLDS.map((threshold) => ({
        what: `${pairs.length} pairs, same from ${threshold} on`,
        figure: `${textOf(ratesAt(ours, threshold))}; trigrams and distance ${textOf(ratesAt(reference, threshold))}`,
        ok: null,
      })),
      {
        what: "the recall of trigrams and distance at our precision",
        figure: bestRecall(reference),
        ok: null,
      },
      answers(`${pairs.length} pairs`, pairs, ({ one, other }) => answerOf(one, other)),
      known(pairs),
      ...ofSync(pairsOnSpot(pairs)),
      {
        what: `precision ${GOAL.precision} at recall ${GOAL.recall} for "same"`,
        figure: textOf(at),
        ok: at.precision >= GOAL.precision && at.recall >= GOAL.recall,
      },
    ];
  },
};

type Scored = readonly { readonly isSame: boolean; readonly score: number }[];

const scored = (pairs: readonly LabelledPair[], scoreOf: (pair: LabelledPair) => number): Scored =>
  pairs.map((pair) => ({ isSame: pair.truth === "same", score: scoreOf(pair) }));

function ratesAt(all: Scored, threshold: number) {
  const called = all.filter(({ score }) => score >= threshold);
  const right = called.filter(({ isSame }) => isSame).length;
  const same = all.filter(({ isSame }) => isSame).length;
  return { precision: called.length === 0 ? 1 : right / called.length, recall: right / same };
}

const textOf = ({ precision, recall }: ReturnType<typeof ratesAt>): string =>
  `precision ${precision.toFixed(4)} recall ${recall.toFixed(3)}`;

const STEP = 0.01;

/** The highest recall of all thresholds with the precision of the goal. */
function bestRecall(all: Scored): string {
  const found = Array.from({ length: 1 / STEP + 1 }, (_, n) => ratesAt(all, n * STEP)).filter(
    ({ precision, recall }) => precision >= GOAL.precision && recall > 0,
  );
  return found.length === 0 ? "none" : Math.max(...found.map(({ recall }) => recall)).toFixed(3);
}

type Answer = (pair: LabelledPair) => MatchAnswer;

/** What is answered without a person, and what has to be looked at. */
function answers(which: string, pairs: readonly LabelledPair[], answer: Answer): Finding {
  const counts = Map.groupBy(pairs, (pair) => `${pair.truth}: ${answer(pair)}`);
  const figure = [...counts].map(([what, { length }]) => `${what} ${length}`).toSorted();
  return { what: `${which}, what they are: what is answered`, figure: figure.join(", "), ok: null };
}

/** The pairs within 50 m, as the sync compares them with rows of the main database. */
function ofSync(pairs: readonly LabelledPair[]): readonly Finding[] {
  const answer: Answer = ({ one, other }) => comparedOnSpot(one)(other).answer;
  const at = ratesAt(
    scored(pairs, (pair) => Number(answer(pair) === "same")),
    1,
  );
  const isReached = at.precision >= GOAL.precision && at.recall >= GOAL.recall;
  return [
    answers(`sync, ${pairs.length} pairs within 50 m`, pairs, answer),
    { what: "sync, precision and recall of the same goal", figure: textOf(at), ok: isReached },
  ];
}

/** Which pairs `poi import` and an intake know for one place: of equal maps id, or name and address, and by all that is known. */
function known(pairs: readonly LabelledPair[]): Finding {
  const isEqual = ({ one, other }: LabelledPair) => {
    const [a, b] = [one.placeId || null, other.placeId || null];
    if (a !== null && b !== null) return a === b;
    return one.address !== "" && dedupeKeyOf(one) === dedupeKeyOf(other);
  };
  const by = (isKnown: (pair: LabelledPair) => boolean) => {
    const taken = pairs.filter(isKnown);
    const right = taken.filter(({ truth }) => truth === "same").length;
    return `${right} rightly, ${taken.length - right} wrongly`;
  };
  const same = pairs.filter(({ truth }) => truth === "same").length;
  const all = by((pair) => isEqual(pair) || answerOf(pair.one, pair.other) === "same");
  const figure = `${by(isEqual)}; by all that is known ${all}`;
  return {
    what: `of ${same} pairs that are one place, by equal maps id or name and address`,
    figure,
    ok: null,
  };
}

const NAME_PART = 0.7;
const HALF_AT = 100; // meters

/** The reference: the similarity of `pg_trgm` of names, and how near they are; without points that of the addresses. */
function trigramScore(one: Comparable, other: Comparable): number {
  const name = similarity(one.name, other.name);
  const [a, b] = [traitsOf(one).point, traitsOf(other).point];
  const near = a && b ? 1 / (1 + (distance(a, b) * 1_000) / HALF_AT) : similarity(one.address, other.address);
  return NAME_PART * name + (1 - NAME_PART) * near;
}
