import { worstOf } from "../../src/modules/maintenance/health/findings.ts";
import type { Finding } from "../../src/modules/maintenance/health/schema.ts";
import { describeFailure } from "../errors.ts";
import { write } from "../output/output.ts";

const STATUS = {
  ok: { word: "OK", exit: 0 },
  warn: { word: "WARNING", exit: 1 },
  fail: { word: "CRITICAL", exit: 2 },
} as const;
const UNKNOWN = 3;

interface PluginResult {
  readonly exit: number;
  readonly line: string;
}

/** Prints the line of a monitoring plugin. Returns its exit code. */
export async function writeForNagios(run: () => Promise<readonly Finding[]>): Promise<number> {
  const { exit, line } = await run().then(nagiosResult, (error: unknown) => ({
    exit: UNKNOWN,
    line: lineOf("UNKNOWN", describeFailure(error).body.error),
  }));
  await write(`${line}\n`);
  return exit;
}

/** The status, what is not in order from the worst on, and counts as performance data. */
export function nagiosResult(findings: readonly Finding[]): PluginResult {
  const { word, exit } = STATUS[worstOf(findings)];
  const [failures, warnings] = [inState(findings, "fail"), inState(findings, "warn")];
  const text = [...failures, ...warnings].map(({ check, sentence }) => `${check}: ${sentence}`).join(" ");
  const counts = `failed=${failures.length} warnings=${warnings.length} checks=${findings.length}`;
  return { exit, line: `${lineOf(word, text === "" ? "All checks passed." : text)} | ${counts}` };
}

const inState = (findings: readonly Finding[], state: Finding["state"]) =>
  findings.filter((each) => each.state === state);

/** A bar begins the performance data, and only the first line counts. */
const lineOf = (word: string, text: string): string => `RIHLA ${word} - ${text.replace(/[|\s]+/g, " ")}`;
