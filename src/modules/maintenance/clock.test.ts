import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { eq } from "drizzle-orm";
import { createApp } from "../../app.ts";
import { beginRetention, type Clock, createClock } from "../../core/clock.ts";
import { installation } from "../../core/crypto/installation.table.ts";
import { createReadiness } from "../../core/logging/readiness.ts";
import { actingAs, type Deps } from "../../core/rpc/context.ts";
import { internalCall } from "../../core/rpc/internal-call.ts";
import { days, hours, seconds } from "../../shared/duration.ts";
import { dayIn } from "../../shared/places/days.ts";
import { noSite, operatorContext, type TestApp, testApp } from "../../testing/app.ts";
import { failureOf } from "../../testing/failure.ts";
import { place } from "../../testing/places/places.ts";
import { expireAndRemind, expireTiersBeforeSync } from "../evidence/expire.ts";
import { pois } from "../places/table.ts";
import { previewSweep, sweep } from "./sweep.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await beginRetention(app.db);
});
afterAll(() => app.close());

/** What is left of an entry that was made so long ago. */
async function entryOf(ago: number): Promise<() => Promise<number>> {
  const at = new Date(Date.now() - ago).toISOString();
  const [made] = await app.db.query<{ id: string }>(
    "insert into audit_log (at, actor_kind, action) values ($1, 'operator', 'test') returning id",
    [at],
  );
  return async () => (await app.db.query("select from audit_log where id = $1", [made?.id])).length;
}

const clockAhead = (ms: number): Clock => createClock(app.db, app.deps.log, () => Date.now() + ms);
const sweepWith = (clock: Clock) => sweep(operatorContext({ ...app.deps, clock, now: clock.now }, "sweep"));

test("a sweep with a clock that is 400 days ahead deletes no entry that is younger than its term", async () => {
  const [today, old] = [await entryOf(0), await entryOf(days(800))];
  const clock = clockAhead(days(400));
  const ctx = operatorContext({ ...app.deps, clock, now: clock.now }, "preview");
  expect((await previewSweep(ctx)).rows).toEqual({ audit_log: 1 });
  for (let run = 0; run < 3; run++) await sweepWith(clock);
  expect([await today(), await old()]).toEqual([1, 0]);
});

test("a schedule whose clock is 400 days ahead ends no tier, an operator does", async () => {
  const { id } = await place(app);
  await app.db.orm
    .update(pois)
    .set({ halalVerificationStatus: "verified", tierUntil: dayIn("UTC", new Date(Date.now() + days(30))) })
    .where(eq(pois.id, id));
  const clock = clockAhead(days(400));
  const deps = { ...app.deps, clock, now: clock.now };
  const invocation = { action: "admin.evidence.expire", auditRecords: 0 };
  const schedule = { kind: "schedule" } as const;
  const call = internalCall("schedule", schedule);
  const scheduled = actingAs({ deps, call, invocation }, schedule);
  expect(await clock.isCatchingUp()).toBe(true);
  expect(await expireAndRemind(scheduled)).toMatchObject({ places: 0 });
  await expireTiersBeforeSync(deps);
  const tier = async () => (await app.db.orm.select().from(pois).where(eq(pois.id, id)))[0];
  expect(await tier()).toMatchObject({ halalVerificationStatus: "verified" });
  expect(await expireAndRemind(operatorContext(deps, "admin.evidence.expire"))).toMatchObject({ places: 1 });
  expect(await clockAhead(0).isCatchingUp()).toBe(false);
});

test("a sweep moves on by a day at most, so that a server that was off catches up", async () => {
  const value = String(Date.now() - days(3));
  await app.db.orm.update(installation).set({ value });
  const clock = clockAhead(0);
  const behind = async () =>
    Math.abs(Math.round((Date.now() - (await clock.retentionTime()).getTime()) / hours(1)));
  const seen = [await behind()];
  for (let run = 0; run < 3; run++) {
    await sweepWith(clock);
    seen.push(await behind());
  }
  expect(seen).toEqual([48, 24, 0, 0]);
});

test("a sweep that fails deletes no more at once later, and is not taken for a clock that jumped", async () => {
  await app.db.orm.update(installation).set({ value: String(Date.now()) });
  const clock = clockAhead(0);
  const passes = (ms: number) =>
    app.db.query(
      "update installation set value = (value::bigint - $1::bigint)::text where name like 'swe%'",
      [ms],
    );
  const failing: Deps = {
    ...app.deps,
    clock,
    now: clock.now,
    rateLimiter: { ...app.deps.rateLimiter, sweep: () => Promise.reject(new Error("no")) },
  };
  for (let run = 0; run < 3; run++) {
    await passes(hours(20));
    expect(await clock.isCatchingUp()).toBe(false);
    expect(await failureOf(() => sweep(operatorContext(failing, "sweep")))).toMatchObject({ message: "no" });
  }
  await passes(hours(1));
  expect(await clock.isCatchingUp()).toBe(false);
  const behind = Date.now() - (await clock.retentionTime()).getTime();
  expect(Math.round(behind / hours(1))).toBe(61 - 24);
});

test("on a database server every call has the time of the server, whatever the clock of the machine says", async () => {
  const clock = clockAhead(days(400));
  expect(Math.round((await clock.compare()) / days(1))).toBe(400);
  const ahead = Math.abs(clock.now().getTime() - Date.now()); // -0 is not 0
  // an embedded one has the clock of this machine
  expect(Math.round(ahead / days(1))).toBe(app.db.kind === "pglite" ? 400 : 0);
});

test("a server more than 30 s off the database is not ready, and says so once in its log", async () => {
  const logged = spyOn(app.deps.log, "error");
  const told = () => logged.mock.calls.map(([line]) => String(line)).filter((line) => line.includes("clock"));
  const readyWith = (clock: Clock) => createReadiness({ ...app.deps, clock, now: clock.now });
  expect(await readyWith(clockAhead(seconds(20)))()).toBeUndefined();
  const [ahead, behind] = [readyWith(clockAhead(seconds(40))), readyWith(clockAhead(-seconds(40)))];
  expect(await failureOf(ahead)).toMatchObject({ status: 503 });
  expect(await failureOf(ahead)).toMatchObject({ status: 503 });
  expect(await failureOf(behind)).toMatchObject({ status: 503 });
  expect(told()).toEqual([
    "The clock of this machine is 40.0 s ahead of the database's.",
    "The clock of this machine is 40.0 s behind the database's.",
  ]);
  logged.mockRestore();
});

test("the doctor says how far the deletion is behind", async () => {
  await app.db.orm.update(installation).set({ value: String(Date.now() - days(40)) });
  const deps = { ...app.deps, clock: clockAhead(0) };
  const asked = createApp(deps, noSite);
  const operation = asked.operations.find(({ path }) => path === "admin.health.check");
  const call = internalCall("cli", { kind: "operator", name: "tester" });
  expect(await operation?.call(asked.contextOf(call), {})).toMatchObject({
    findings: expect.arrayContaining([
      expect.objectContaining({
        check: "retention",
        state: "warn",
        sentence: expect.stringContaining("39 days"),
      }),
    ]),
  });
});
