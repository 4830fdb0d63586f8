import { afterAll, beforeAll, expect, test } from "bun:test";
import { RunStats } from "../../src/modules/sync/runs/run-stats.ts";
import type { RunStatus } from "../../src/modules/sync/schema.ts";
import { syncExitCode } from "../output/sync-progress.ts";
import { rihla, rihlaProcess, type Served, SLOW, servedHere } from "../testing.ts";

let served: Served;
let env: Served["env"];

beforeAll(async () => {
  served = await servedHere();
  env = served.env;
  await served.app.db.query(`
    insert into pois (id, name, place_id, address, city, state, category, created_at, updated_at)
    values ('good', 'Noor Grill', 'p1', '1 Main St', 'Dearborn', 'MI', 'restaurant', now(), now()),
      ('bad', 'Nowhere', null, '2 Main St', 'Dearborn', 'MI', 'mosque', now(), now())`);
}, SLOW);

afterAll(async () => {
  await served.app.deps.ports.mainDatabase.close();
  await served.close();
});

test(
  "A sync run prints the trigger's result and exits 5 if some places failed",
  async () => {
    const ran = await rihlaProcess(["sync", "run", "--json"], env);
    expect([ran.exit, JSON.parse(ran.out)]).toEqual([
      5,
      {
        success: false,
        message: "1 place was synced, 1 failed.",
        synced: 1,
        errors: 1,
        details: [
          { name: "Nowhere", status: "error", message: expect.stringContaining("neither a place id") },
          { name: "Noor Grill", status: "synced" },
        ],
      },
    ]);
    served.app.clock.forward(1_000);
    const plain = await rihla(["sync", "run", "--dry-run"], env);
    expect([plain.exit, plain.out]).toEqual([5, expect.stringContaining("Nothing was written.")]);
  },
  SLOW,
);

test("An aborted sync run exits 1, however many places it had synced", () => {
  const stats = new RunStats(false);
  stats.addSynced("Noor Grill");
  stats.addFailed("Nowhere", "why");
  const exitOf = (status: RunStatus, reason = "") =>
    syncExitCode(stats.result(false, stats.message(status, reason)));
  expect([
    exitOf("partial"),
    exitOf("cancelled"),
    exitOf("failed", "The main database cannot be reached."),
  ]).toEqual([5, 1, 1]);
});

test(
  "Failed places are listed, and one or all of them can be retried",
  async () => {
    const listed = JSON.parse((await rihla(["sync", "errors", "--json"], env)).out);
    expect(listed).toMatchObject([{ id: "bad", failures: 1, setApart: false }]);
    const one = await rihla(["sync", "retry", "bad", "--json"], env);
    expect([one.exit, JSON.parse(one.out)]).toEqual([0, { success: true, retried: 1 }]);
    expect((await rihla(["sync", "retry", "bad"], env)).exit).toBe(3);
    expect(JSON.parse((await rihla(["sync", "retry", "--json"], env)).out)).toEqual({
      success: true,
      retried: 0,
    });
    const history = JSON.parse((await rihla(["sync", "history", "--json"], env)).out);
    expect(history).toMatchObject([
      { trigger: "cli", status: "partial", dryRun: true },
      { trigger: "cli", status: "partial", dryRun: false, synced: 1, errors: 1 },
    ]);
    const stats = JSON.parse((await rihla(["sync", "stats", "--json"], env)).out);
    expect(stats).toMatchObject({ totalPois: 2, syncedPois: 1, pendingPois: 1, errorPois: 0 });
  },
  SLOW,
);

test(
  "An undone run is reported like a run, with the same exit codes, and an unknown one exits 3",
  async () => {
    const history = JSON.parse((await rihla(["sync", "history", "--json"], env)).out) as {
      id: string;
      canUndo: boolean;
    }[];
    const run = history.find(({ canUndo }) => canUndo)?.id ?? "";
    served.app.clock.forward(1_000);
    const preview = await rihla(["sync", "undo", run, "--dry-run"], env);
    expect([preview.exit, preview.out]).toEqual([
      0,
      expect.stringContaining("1 row removed and 0 rows left."),
    ]);
    const undone = await rihla(["sync", "undo", run, "--json"], env);
    expect([undone.exit, JSON.parse(undone.out)]).toEqual([
      0,
      {
        success: true,
        message: "0 rows were put back and 1 removed. Their places wait until someone retries them.",
        runId: run,
        restored: 0,
        removed: 1,
        left: 0,
        details: [{ name: "Noor Grill", status: "removed" }],
      },
    ]);
    expect((await rihla(["sync", "undo", "none"], env)).exit).toBe(3);
    const [{ id }] = JSON.parse((await rihla(["sync", "history", "--json"], env)).out);
    expect((await rihla(["sync", "undo", id], env)).exit).toBe(6);
  },
  SLOW,
);
