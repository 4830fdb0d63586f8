/** The counts of one part of the test command, parsed from its output. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const sumOf = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((sum, each) => sum + each.passed, 0),
  failed: all.reduce((sum, each) => sum + each.failed, 0),
  skipped: all.reduce((sum, each) => sum + each.skipped, 0),
});

const total = (output: string, pattern: RegExp): number =>
  [...output.matchAll(pattern)].reduce((sum, [, n]) => sum + Number(n), 0);

export const bunCounts = (output: string): Counts => ({
  passed: total(output, /^\s*(\d+) pass$/gm),
  failed: total(output, /^\s*(\d+) fail$/gm) + total(output, /^\s*(\d+) errors?$/gm),
  skipped: total(output, /^\s*(\d+) (?:skip|todo)$/gm),
});

/** A test that passed when it ran again counts as passed, and `flakyLinesIn` names it. */
export const playwrightCounts = (output: string): Counts => ({
  passed: total(output, /^\s+(\d+) (?:passed|flaky)/gm),
  failed: total(output, /^\s+(\d+) (?:failed|did not run|interrupted)/gm),
  skipped: total(output, /^\s+(\d+) skipped/gm),
});

export const suiteCounts = (output: string): Counts => ({
  passed: total(output, /^(\d+) passed, \d+ failed, \d+ skipped$/gm),
  failed: total(output, /^\d+ passed, (\d+) failed, \d+ skipped$/gm),
  skipped: total(output, /^\d+ passed, \d+ failed, (\d+) skipped$/gm),
});

/** A command without counts passes or fails as a whole. */
export const checkCounts = (): Counts => ({ passed: 1, failed: 0, skipped: 0 });

/** The lines about skipped tests with their reasons: ours, Bun's and Playwright's. */
export const skipLinesIn = (output: string): readonly string[] =>
  output.split("\n").filter((line) => /^(skipped: |\(skip\) |\s+-\s+\d+ )/.test(line));

/** The lines about failed tests: Bun's, Playwright's and the suites'. */
export const failureLinesIn = (output: string): readonly string[] =>
  output.split("\n").filter((line) => /^(\(fail\) |\s+✘\s+\d+ |\s+.* FAILED )/.test(line));

/** The browser tests that failed once and passed when they ran again. */
export const flakyLinesIn = (output: string): readonly string[] =>
  [...output.matchAll(/^\s+\d+ flaky\n((?:\s{4,}\S.*\n)+)/gm)].flatMap(([, tests = ""]) =>
    tests
      .trimEnd()
      .split("\n")
      .map((test) => `passed only the second time: ${test.trim()}`),
  );
