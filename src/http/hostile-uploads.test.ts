import { afterAll, beforeAll, expect, test } from "bun:test";
import { type UploadRun, uploadAll } from "../../e2e/harness/evidence-uploads.ts";
import { growthDuring } from "../../e2e/harness/memory.ts";
import { addPartners } from "../../e2e/harness/partners.ts";
import { type Server, startServer } from "../../e2e/harness/server.ts";
import { type DataDir, freshDataDir } from "../testing/database/database.ts";
import { hostileFiles, largeHostileFiles } from "../testing/hostile-files.ts";

const SEED = 13;
const PARTNERS = 8;
const MOST_GROWTH = 128; // MiB; docs/security.md UPL-02

const files = [...largeHostileFiles(), ...hostileFiles(SEED)];
let dir: DataDir;
let server: Server;
let run: UploadRun;
let growth: number;
beforeAll(async () => {
  dir = await freshDataDir();
  const partners = await addPartners({ dataDir: dir.path }, "sender", PARTNERS);
  server = await startServer({ DATA_DIR: dir.path, RATE_LIMIT: "off" });
  [run, growth] = await growthDuring(server, () => uploadAll(server.url, partners, files));
});
afterAll(async () => {
  if (server?.running()) await server.kill9();
  await dir?.remove();
});

test("every hostile upload is stored, or refused with a sentence", () => {
  expect(files.length).toBeGreaterThan(90);
  expect(run.answers).toHaveLength(files.length);
  for (const { kind, status, error } of run.answers) {
    expect([kind, status]).toEqual([kind, status === 201 ? 201 : 415]);
    expect([kind, typeof error]).toEqual([kind, status === 201 ? "undefined" : "string"]);
  }
});

test("the server answers every health check during hostile uploads", () => {
  expect(run.health.length).toBeGreaterThan(0);
  expect(run.health).not.toContain(null);
});

test("hostile uploads do not fill the memory of the server", () => {
  expect(growth).toBeLessThan(MOST_GROWTH);
});

test("after hostile uploads the server logs no error and stops on SIGTERM", async () => {
  expect((await server.term()).code).toBe(0);
  const levels = server
    .log()
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { level: string | number }).level);
  expect(levels).not.toContain("error");
});
