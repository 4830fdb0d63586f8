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
 * Measures us and the reference in turn, so that other load on the machine affects both alike, and
 * gives the medians.
 */
export async function alternate(
  rounds: number,
  reference: () => Promise<number>,
  ours: () => Promise<number>,
): Promise<Pair> {
  const found: Pair[] = [];
  for (let round = 0; round < rounds; round++) {
    found.push({ reference: await reference(), ours: await ours() });
  }
  return {
    ours: median(found.map((each) => each.ours)),
    reference: median(found.map((each) => each.reference)),
  };
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
