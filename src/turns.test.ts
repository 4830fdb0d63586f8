import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mapInSteps } from "./core/limits/event-loop.ts";
import { writeBackup } from "./db/backup/backup.ts";
import type { Tx } from "./db/client.ts";
import { createOpenApi } from "./http/openapi.ts";
import { listBytes } from "./http/rest.ts";
import { createCardRenderer } from "./modules/directory/pages/card/card-renderer.ts";
import { cardSvg } from "./modules/directory/pages/card/card-svg.ts";
import { createUploadValidator } from "./modules/evidence/uploads/upload-validator.ts";
import { writeEncrypted } from "./modules/maintenance/backups/backup.ts";
import { verifyFile } from "./modules/maintenance/backups/verify.ts";
import { insertWords, newWordCounts, updateVocabulary } from "./modules/places/search/word-index.ts";
import { type TestApp, testApp } from "./testing/app.ts";
import { pdf, png } from "./testing/evidence-files.ts";
import { turnsDuring } from "./testing/turns.ts";

// What takes more input, or writes a longer answer, than one turn of the event loop should do, at the largest that is let
// in. Readers of CSV and GeoJSON, sorting and the vocabulary have their tests beside them. A call's own body (64 KiB, a
// message of 20,000 characters) is small enough for one turn. `bench --only delay` measures how long each turn is.

const UPLOAD = 10 * 1_024 * 1_024;
const LONG_NAME = "Déli Halal ".repeat(18).slice(0, 190);

let app: TestApp;
let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-turns-"));
  app = await testApp({ DATA_DIR: home });
});
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true });
});

/** A database that answers at once and has no rows, so that all turns are those that the work leaves. */
const instant = { execute: async () => ({ rows: [], rowCount: 0 }) } as unknown as Tx; // what a subject needs

describe("what is done in steps", () => {
  test("maps items in their order, with a turn after each step", async () => {
    const [doubled, turns] = await turnsDuring(() => mapInSteps([1, 2, 3, 4, 5], (n) => n * 2, 2));
    expect([doubled, turns]).toEqual([[2, 4, 6, 8, 10], 2]);
  });

  test("folds the names of places for the index 100 at a time", async () => {
    const places = Array.from({ length: 5_000 }, (_, seq) => ({
      seq,
      name: `${seq} ${LONG_NAME}`,
      city: "Dearborn",
      category: "grocery" as const,
    }));
    const counts = newWordCounts();
    const [, turns] = await turnsDuring(() => insertWords(instant, places, counts));
    expect(turns).toBeGreaterThanOrEqual(5_000 / 100 - 1);
    const [, turnsOfWords] = await turnsDuring(() => updateVocabulary(instant, counts));
    expect(turnsOfWords).toBeGreaterThanOrEqual(counts.word.size / 1_000);
  });

  test("writes a page of 500 long entries a million characters at a time", async () => {
    const items = Array.from({ length: 500 }, (_, id) => ({ id, after: "é😀".repeat(5_000) }));
    const [bytes, turns] = await turnsDuring(() => listBytes(items));
    expect(JSON.parse(Buffer.from(bytes).toString())).toEqual(items);
    expect(turns).toBeGreaterThanOrEqual(7);
    expect(Buffer.from(await listBytes([])).toString()).toBe("[]");
  });

  test("makes the OpenAPI document one call at a time", async () => {
    const calls = app.app.operations.filter(({ rest }) => rest !== null);
    const [, turns] = await turnsDuring(createOpenApi(app.app.operations, app.deps.settings));
    expect(turns).toBeGreaterThanOrEqual(calls.length);
  });
});

describe("what another thread does", () => {
  test.each([
    ["a PDF of 10 MiB", "a.pdf", pdf("words", UPLOAD - 1_000)],
    ["a picture of 9,000 chunks", "a.png", png(3, 3, 9_000)],
  ] as const)("validates %s", async (_what, name, file) => {
    const bytes = Buffer.from(new SharedArrayBuffer(file.length));
    bytes.set(file);
    const validate = createUploadValidator();
    const [{ contentType }, turns] = await turnsDuring(() => validate(name, bytes));
    expect(contentType).toMatch(/pdf|png/);
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  test("draws the picture of a place", async () => {
    const svg = cardSvg({
      name: LONG_NAME,
      kind: "Restaurant in Dearborn, MI",
      tier: "verified",
      since: null,
      until: null,
      revokedOn: null,
      brand: "Rihla",
    });
    const [, turns] = await turnsDuring(() => createCardRenderer()(svg).catch(() => null)); // a slow machine refuses it
    expect(turns).toBeGreaterThanOrEqual(10);
  });
});

describe("of an audit log with entries as long as they may be", () => {
  beforeAll(async () => {
    await app.db.query(
      `insert into audit_log (at, actor_kind, action, before, after)
       select now(), 'operator', 'test', t, t from generate_series(1, 300),
         jsonb_build_object('message', repeat('😀é', 2500)) t`,
      [],
      { timeoutMs: 0 },
    );
  });

  test("an export reads and sends at most 8 MB at once", async () => {
    const parts = (await app.operate("admin.audit.export", {})) as AsyncIterable<string>;
    const sizes: number[] = [];
    for await (const part of parts) sizes.push(Buffer.byteLength(part));
    expect(sizes.reduce((a, b) => a + b)).toBeGreaterThan(8_000_000);
    expect(Math.max(...sizes)).toBeLessThan(8_000_000);
  });

  test("a backup leaves turns while it is written, read back and verified", async () => {
    const plain = join(home, "plain.backup");
    const works = [
      () => writeEncrypted(app.deps, join(home, "encrypted.backup"), { evidence: false }),
      () => writeBackup(app.db, plain, new Date()),
      () => verifyFile(plain),
    ];
    for (const work of works) expect((await turnsDuring<unknown>(work))[1]).toBeGreaterThanOrEqual(15);
  });
});
