import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { type TestApp, testApp } from "../../src/testing/app.ts";
import { misreading, runMisreading } from "../../src/testing/histories/evidence/misreadings.ts";
import { prepareEvidence, runEvidenceHistory } from "../../src/testing/histories/evidence/run.ts";
import { evidenceHistory } from "../../src/testing/histories/evidence/steps.ts";
import { prepareHistories, runHistory } from "../../src/testing/histories/run.ts";
import { history } from "../../src/testing/histories/steps.ts";

const HISTORIES = 10_000;
const BATCH = 500; // histories on one database, which gets slower as it grows

type Checked = Pick<fc.RunDetails<unknown>, "failed"> & { readonly report: string | undefined };

/** Runs this many random histories on a database. */
type Check = (app: TestApp, numRuns: number) => Promise<Checked>;

const SUBJECTS: Readonly<Record<string, Check>> = {
  async accounts(app, numRuns) {
    await prepareHistories(app);
    const property = fc.asyncProperty(history, (steps) => runHistory(app, steps));
    return reported(await fc.check(property, { numRuns, includeErrorInReport: true }));
  },
  async evidence(app, numRuns) {
    const prepared = await prepareEvidence(app);
    const property = fc.asyncProperty(evidenceHistory, (each) => runEvidenceHistory(app, prepared, each));
    return reported(await fc.check(property, { numRuns, includeErrorInReport: true }));
  },
  async misreadings(app, numRuns) {
    const prepared = await prepareEvidence(app);
    const property = fc.asyncProperty(misreading, (each) => runMisreading(app, prepared, each));
    return reported(await fc.check(property, { numRuns, includeErrorInReport: true }));
  },
};

const reported = <Values>(checked: fc.RunDetails<Values>): Checked => ({
  failed: checked.failed,
  report: fc.defaultReportMessage(checked),
});

/** Runs random histories of a subject against its model, as many as the argument says or 10,000. */
async function main(subject: string, check: Check, histories: number): Promise<boolean> {
  const began = performance.now();
  const dataDir = await mkdtemp(join(tmpdir(), "rihla-histories-"));
  for (let done = 0; done < histories; done += BATCH) {
    const app = await testApp({ DATA_DIR: dataDir });
    const count = Math.min(BATCH, histories - done);
    const { failed, report } = await check(app, count);
    await app.close();
    if (failed) console.error(report);
    if (failed) return false;
    const seconds = Math.round((performance.now() - began) / 1_000);
    console.log(`${done + count} of ${histories} histories of ${subject} agree with the model, ${seconds} s`);
  }
  await rm(dataDir, { recursive: true });
  return true;
}

/** `bun run histories [accounts|evidence|misreadings] [NUMBER]`; without a subject, all of them. */
const [first = "", second] = process.argv.slice(2);
const chosen = Object.hasOwn(SUBJECTS, first) ? [first] : Object.keys(SUBJECTS);
const histories = Number((Object.hasOwn(SUBJECTS, first) ? second : first || undefined) ?? HISTORIES);
for (const [subject, check] of Object.entries(SUBJECTS))
  if (chosen.includes(subject) && !(await main(subject, check, histories))) process.exitCode = 1;
