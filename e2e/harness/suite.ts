/** One line of a report. `ok` is null for a figure without a goal. */
export interface Finding {
  readonly what: string;
  readonly figure: string;
  readonly ok: boolean | null;
}

export interface Extent {
  /** Few rounds, for a look in between. */
  readonly short: boolean;
}

/** Something that is tried from outside; says in a finding where this machine lacks what it needs. */
export interface Case {
  readonly name: string;
  run(extent: Extent): Promise<readonly Finding[]>;
}

export interface Totals {
  readonly passed: number;
  readonly failed: number;
}

const MARKS = { true: "ok", false: "BELOW", null: "-" } as const;
const COLUMN = 52;

/** What this machine lacks, in one line: no failure, and no pass. */
export const missing = (reason: string): Finding => ({ what: "not run", figure: reason, ok: null });

/** Runs the cases one after the other and prints each finding as it is found. */
export async function runCases(cases: readonly Case[], extent: Extent): Promise<Totals> {
  const findings: Finding[] = [];
  for (const each of cases) {
    console.log(`\n${each.name}`);
    for (const finding of await findingsOf(each, extent)) {
      findings.push(finding);
      const mark = MARKS[`${finding.ok}`];
      console.log(`  ${finding.what.padEnd(COLUMN)} ${mark.padEnd(6)} ${finding.figure}`);
    }
  }
  const passed = findings.filter((each) => each.ok === true).length;
  return { passed, failed: findings.filter((each) => each.ok === false).length };
}

async function findingsOf(each: Case, extent: Extent): Promise<readonly Finding[]> {
  try {
    return await each.run(extent);
  } catch (error) {
    return [{ what: "broke off", figure: error instanceof Error ? error.message : String(error), ok: false }];
  }
}

/** The command line of a suite: `--only <name>` and `--short`. Ends the process with its code. */
export async function runSuite(cases: readonly Case[], args: readonly string[]): Promise<never> {
  const only = args.includes("--only") ? args[args.indexOf("--only") + 1] : undefined;
  const wanted = only === undefined ? cases : cases.filter((each) => each.name === only);
  if (wanted.length === 0) {
    console.error(`There is no ${only}; there are ${cases.map((each) => each.name).join(", ")}.`);
    process.exit(2);
  }
  const { passed, failed } = await runCases(wanted, { short: args.includes("--short") });
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
