import fc from "fast-check";
import { testApp } from "../../src/testing/app.ts";
import { prepareHistories, runHistory } from "../../src/testing/histories/run.ts";
import { history } from "../../src/testing/histories/steps.ts";

const HISTORIES = 10_000;
const BATCH = 500; // histories on one database, which gets slower as it grows

/** Runs random histories of accounts against a model, the number in the first argument or 10,000. */
async function main(histories: number): Promise<boolean> {
  for (let done = 0; done < histories; done += BATCH) {
    const app = await testApp();
    await prepareHistories(app);
    const numRuns = Math.min(BATCH, histories - done);
    const checked = await fc.check(
      fc.asyncProperty(history, (steps) => runHistory(app, steps)),
      { numRuns, includeErrorInReport: true },
    );
    await app.close();
    if (checked.failed) {
      console.error(fc.defaultReportMessage(checked));
      return false;
    }
    console.log(`${done + numRuns} of ${histories} histories agree with the model`);
  }
  return true;
}

process.exitCode = (await main(Number(process.argv[2] ?? HISTORIES))) ? 0 : 1;
