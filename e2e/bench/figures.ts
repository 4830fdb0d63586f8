import type { Finding } from "../harness/suite.ts";

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

export interface Pair {
  readonly ours: number;
  readonly reference: number;
}

/**
 * Measures each in turn, so that other load on the machine affects all alike, and gives the medians in the same order.
 */
export async function inTurn(
  rounds: number,
  measures: readonly (() => Promise<number>)[],
): Promise<readonly number[]> {
  const found = measures.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, measure] of measures.entries()) found[index]?.push(await measure());
  }
  return found.map(median);
}

/** The medians of us and of the reference, measured in turn. */
export async function alternate(
  rounds: number,
  reference: () => Promise<number>,
  ours: () => Promise<number>,
): Promise<Pair> {
  const [known = Number.NaN, found = Number.NaN] = await inTurn(rounds, [reference, ours]);
  return { ours: found, reference: known };
}

export const formatInteger = (value: number): string => Math.round(value).toLocaleString("en-US");

/** A ratio against its goal. */
export function atLeast(what: string, { ours, reference }: Pair, goal: number, unit: string): Finding {
  const ratio = ours / reference;
  return {
    what,
    figure: `${ratio.toFixed(2)} x (goal ${goal}): ${formatInteger(ours)} against ${formatInteger(reference)} ${unit}`,
    ok: ratio >= goal,
  };
}

export function atMost(what: string, value: number, goal: number, unit: string): Finding {
  return { what, figure: `${value.toFixed(1)} ${unit} (goal ${goal})`, ok: value <= goal };
}

export const figureWithoutGoal = (what: string, figure: string): Finding => ({ what, figure, ok: null });
