import { expect, test } from "bun:test";
import { hours } from "../../../../shared/duration.ts";
import { hasRunEnded, healthOf, percentOf, runsIn } from "./stats.ts";

const NOW = Date.UTC(2026, 4, 1);
const stats = (syncedPois: number, totalPois = 1_000) => ({
  totalPois,
  syncedPois,
  pendingPois: totalPois - syncedPois,
  setApart: 0,
  lastSyncTime: new Date(NOW - hours(1)),
  lastRun: null,
});

test("the label follows the rate at its exact borders", () => {
  const labels = [1_000, 900, 899, 700, 699, 0].map((synced) => healthOf(stats(synced), NOW));
  expect(labels.map(({ label, tone }) => `${label}, ${tone}`)).toEqual([
    "Excellent, good",
    "Excellent, good",
    "Good, warning",
    "Good, warning",
    "Needs Attention, bad",
    "Needs Attention, bad",
  ]);
});

test("without statistics or places the label is Unknown, and no rate is made up", () => {
  for (const facts of [undefined, stats(0, 0)]) {
    expect(healthOf(facts, NOW)).toMatchObject({ label: "Unknown", rate: null });
  }
});

test("a hint names what the success rate hides", () => {
  const run = {
    id: "1",
    status: "failed",
    message: null,
    finishedAt: new Date(NOW),
    synced: 0,
    errors: 0,
  } as const;
  const facts = { ...stats(990), setApart: 2, lastSyncTime: new Date(NOW - hours(72)), lastRun: run };
  const { label, reasons } = healthOf(facts, NOW);
  expect(label).toBe("Excellent");
  expect(reasons.join(" ")).toMatch(/last run failed.*2 places wait until someone.*3 days ago/);
});

test("a rate is cut, so that 89.99 % does not read as 90", () => {
  expect([percentOf(0.89999), percentOf(0.9), percentOf(1)]).toEqual(["89.9%", "90%", "100%"]);
});

const idle = (last: string | null) => ({ running: undefined, last });

test("a run has ended where it was seen to run, and where another one is the last", () => {
  expect(hasRunEnded({ running: "a", last: null }, idle("a"))).toBe(true);
  expect(hasRunEnded(idle("a"), idle("b"))).toBe(true);
  expect(hasRunEnded(idle(null), idle("a"))).toBe(true);
  expect(hasRunEnded(idle("a"), { running: "b", last: "a" })).toBe(false);
  expect(hasRunEnded(runsIn(undefined), idle("a"))).toBe(false);
  expect(hasRunEnded(runsIn({ running: null, lastRun: null }), idle(null))).toBe(false);
});
