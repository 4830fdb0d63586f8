/** One line of a report. `ok` is null for a figure without a goal, "skipped" if this machine lacks something. */
export interface Finding {
  readonly what: string;
  readonly figure: string;
  readonly ok: boolean | null | "skipped";
}

export interface Extent {
  /** Fewer rounds, for a quick check. */
  readonly short: boolean;
  /** How often a case repeats its fault, if not as often as it does by itself. */
  readonly rounds?: number | undefined;
}

/** A test from outside the product. Reports a skipped finding if this machine lacks what it needs. */
export interface Case {
  readonly name: string;
  /** Its findings are the same however slow the machine is, so it may run beside another such case. */
  readonly isUntimed?: true;
  run(extent: Extent): Promise<readonly Finding[]>;
}

export interface Totals {
  readonly passed: number;
  readonly failed: number;
  /** What this machine could not run, each with its reason. */
  readonly skipped: readonly string[];
}

const MARKS = { true: "ok", false: "FAILED", null: "-", skipped: "skip" } as const;
const COLUMN = 64;

/** A skipped case, with what this machine lacks in one line: neither a failure nor a pass. */
export const missing = (reason: string): Finding => ({ what: "not run", figure: reason, ok: "skipped" });

/** The prefix of lines that report a skip and its reason; the test command collects them. */
export const skipLine = (name: string, reason: string): string => `skipped: ${name}: ${reason}`;

const AT_ONCE = 2; // a case mostly waits: for a start, a lease, a flush to the disk

/** Runs first the untimed cases, two at a time, then the others one after the other. Prints the findings of each. */
export async function runCases(cases: readonly Case[], extent: Extent): Promise<Totals> {
  const findings: Finding[] = [];
  const skipped: string[] = [];
  const runOne = async (each: Case) => {
    const began = performance.now();
    const found = await findingsOf(each, extent);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    findings.push(...found);
    skipped.push(
      ...found.filter(({ ok }) => ok === "skipped").map(({ figure }) => skipLine(each.name, figure)),
    );
    console.log(["", `${each.name} (${seconds} s)`, ...found.map(lineOf)].join("\n"));
  };
  const untimed = cases.filter(({ isUntimed }) => isUntimed);
  const runNext = async () => {
    for (let each = untimed.shift(); each; each = untimed.shift()) await runOne(each);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runNext));
  for (const each of cases) if (!each.isUntimed) await runOne(each);
  const count = (ok: Finding["ok"]) => findings.filter((each) => each.ok === ok).length;
  return { passed: count(true), failed: count(false), skipped };
}

const lineOf = ({ what, figure, ok }: Finding): string =>
  `  ${what.padEnd(COLUMN)} ${MARKS[`${ok}`].padEnd(6)} ${figure}`;

async function findingsOf(each: Case, extent: Extent): Promise<readonly Finding[]> {
  try {
    return await each.run(extent);
  } catch (error) {
    return [
      { what: "did not finish", figure: error instanceof Error ? error.message : String(error), ok: false },
    ];
  }
}

/** The command line of a suite: `--only <name>`, `--short` and `--rounds <number>`. Exits the process. */
export async function runSuite(cases: readonly Case[], args: readonly string[]): Promise<never> {
  const argumentOf = (flag: string) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
  const only = argumentOf("--only");
  const rounds = Number(argumentOf("--rounds")) || undefined;
  const wanted = only === undefined ? cases : cases.filter((each) => each.name === only);
  if (wanted.length === 0) {
    console.error(`There is no ${only}; there are ${cases.map((each) => each.name).join(", ")}.`);
    process.exit(2);
  }
  const { passed, failed, skipped } = await runCases(wanted, { short: args.includes("--short"), rounds });
  console.log(["", ...skipped, `${passed} passed, ${failed} failed, ${skipped.length} skipped`].join("\n"));
  process.exit(failed === 0 ? 0 : 1);
}
