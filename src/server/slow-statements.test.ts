import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createMetrics } from "../core/logging/metrics.ts";
import { internalCall } from "../core/rpc/internal-call.ts";
import { runAsPartOf } from "../core/rpc/running-call.ts";
import { basic, staff } from "../testing/accounts.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { watchStatements } from "./serve.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await staff(app, "admin");
});
afterEach(() => app.db.watchStatements(undefined));
afterAll(() => app.close());

const EVERY = 1e-6; // milliseconds: every statement takes longer
const HOUR = 3_600_000;

interface Line {
  readonly requestId?: string;
  readonly path: string;
  readonly ms: number;
  readonly statement: string;
}

/** Watches the database; returns the lines that are logged from now on, and the counters. */
function watch(slowStatementMs: number) {
  const lines: Line[] = [];
  const metrics = createMetrics();
  const log = { ...app.deps.log, warn: (line: Line) => lines.push(line) } as unknown as typeof app.deps.log;
  watchStatements(app.db, { ...app.deps, log, metrics, settings: { ...app.deps.settings, slowStatementMs } });
  const counters = (name = "rihla_slow_statements_total") => metrics.registry.getSingleMetricAsString(name);
  return { lines, counters };
}

test("a slow statement is logged with the procedure and the request, and without its parameters", async () => {
  const { lines, counters } = watch(EVERY);
  const q = "a-name-that-is-searched";
  const { headers } = await app.send(`GET /api/admin/audit?q=${q}`, { headers: basic("admin") });
  const read = lines.filter(({ statement }) => statement.includes('from "audit_log"'));
  expect(read.length).toBeGreaterThan(0);
  for (const { requestId, path, ms } of read) {
    expect([requestId, path]).toEqual([headers.get("X-Request-Id") ?? "", "admin.audit.list"]);
    expect(Number.isInteger(ms)).toBe(true);
  }
  expect(lines.filter(({ statement }) => statement.includes("$1"))).not.toEqual([]);
  expect(JSON.stringify(lines)).not.toContain(q);
  expect(await counters()).toMatch(/rihla_slow_statements_total\{action="admin\.audit\.list"\} \d/);
});

test("a statement outside of procedures is logged under none, one of a transaction and a failed one too", async () => {
  const { lines, counters } = watch(EVERY);
  await app.db.query("select 1 as alone");
  const failed = app.db.transaction((tx) => tx.execute(sql`select 1 as inside from nothing`));
  expect(await failed.catch(() => "failed")).toBe("failed");
  expect(lines.map(({ requestId, path }) => [requestId, path])).toEqual(lines.map(() => [undefined, "none"]));
  expect(lines.map(({ statement }) => statement.split(" ")[0])).toEqual([
    "select",
    "begin",
    "select",
    "rollback",
  ]);
  expect(await counters()).toContain('rihla_slow_statements_total{action="none"} 4');
});

test("a long statement is logged on one line of 500 characters", async () => {
  const { lines } = watch(EVERY);
  const run = {
    call: internalCall("cli", { kind: "operator", name: "tester" }),
    invocation: { action: "a.b", auditRecords: 0 },
  };
  await runAsPartOf(run, () => app.db.query(`select 1,\n  ${"1 + ".repeat(300)} 1`));
  expect(lines.map(({ path, statement }) => [path, statement.length, statement.slice(0, 15)])).toEqual([
    ["a.b", 500, "select 1, 1 + 1"],
  ]);
});

test("every statement is measured by its first word, and every wait for a connection", async () => {
  const { counters } = watch(HOUR);
  await app.db.transaction((tx) => tx.execute(sql`  (select 1)`));
  await app.db.query("with one as (select 1) select * from one");
  await app.db.query("show search_path");
  await app.db.query("no statement").catch(() => {});
  const statements = (await counters("rihla_statement_duration_seconds")).split("\n");
  for (const [operation, count] of Object.entries({ select: 1, begin: 1, commit: 1, with: 1, other: 2 }))
    expect(statements).toContain(`rihla_statement_duration_seconds_count{operation="${operation}"} ${count}`);
  expect(await counters("rihla_database_pool_wait_seconds")).toContain("_count 4");
});

test("faster statements are not logged, and none with 0", async () => {
  for (const limit of [HOUR, 0]) {
    const { lines } = watch(limit);
    await app.db.query("select 1");
    expect([limit, lines]).toEqual([limit, []]);
  }
});
