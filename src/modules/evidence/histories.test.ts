import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { type TestApp, testApp } from "../../testing/app.ts";
import { misreading, runMisreading } from "../../testing/histories/evidence/misreadings.ts";
import { type Prepared, prepareEvidence, runEvidenceHistory } from "../../testing/histories/evidence/run.ts";
import { evidenceHistory } from "../../testing/histories/evidence/steps.ts";

const HISTORIES = 25; // `bun run histories evidence` runs 10,000
const MISREADINGS = 25; // `bun run histories misreadings 200` runs 200

let app: TestApp;
let folder: string;
let prepared: Prepared;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rihla-histories-"));
  app = await testApp({ DATA_DIR: folder });
  prepared = await prepareEvidence(app);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test("no history of evidence leads to another tier than the model has, on any day of ten years", async () => {
  const checked = await fc.check(
    fc.asyncProperty(evidenceHistory, (history) => runEvidenceHistory(app, prepared, history)),
    { numRuns: HISTORIES },
  );
  expect([checked.failed, checked.errorInstance, checked.counterexample]).toEqual([false, null, null]);
}, 120_000);

test("a misread certificate is blocked until a third reader decides, and another way of writing its number is not", async () => {
  const checked = await fc.check(
    fc.asyncProperty(misreading, (each) => runMisreading(app, prepared, each)),
    { numRuns: MISREADINGS },
  );
  expect([checked.failed, checked.errorInstance, checked.counterexample]).toEqual([false, null, null]);
}, 60_000);
