import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEncryption } from "../../../core/crypto/encryption.ts";
import { readEnv, SettingError } from "../../../env.ts";
import { days, minutes } from "../../../shared/duration.ts";
import { basic, staff } from "../../../testing/accounts.ts";
import { operatorContext, SECRET_KEY, type TestApp, testApp } from "../../../testing/app.ts";
import { failureOf } from "../../../testing/failure.ts";
import { fakeBucket } from "../../../testing/fake-bucket.ts";
import { backupKeys } from "../health/deep.ts";
import { registerMetrics } from "../metrics.ts";
import { operatorCreateInput } from "./schema.ts";
import * as backups from "./service.ts";
import { keptBackups } from "./service.ts";

const bucket = fakeBucket();
let home: string;
let app: TestApp;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "rihla-schedule-"));
  app = await testApp({
    DATA_DIR: home,
    RATE_LIMIT: "on",
    BACKUP_CRON: "0 3 * * *",
    BACKUP_KEEP_DAILY: "1",
    BACKUP_KEEP_WEEKLY: "0",
    BACKUP_KEEP_MONTHLY: "0",
  });
  app.clock.now = new Date("2026-03-02T03:00:00.200Z");
});
afterAll(async () => {
  bucket.stop();
  await app.close();
  await rm(home, { recursive: true, force: true });
});

const context = (deps = app.deps) => operatorContext(deps, "operator.backups.run");
const stored = () => readdir(join(home, "backups"));

test("Of several instances exactly one makes the backup of a minute, and only what the retention rules keep stays", async () => {
  await Promise.all([1, 2, 3].map(() => backups.runScheduled(context())));
  const first = await stored();
  expect(first).toEqual([expect.stringMatching(/^rihla-20260302T030000Z-\w{8}\.backup$/)]);
  await backups.runScheduled(context());
  expect(await stored()).toEqual(first);
  app.clock.forward(days(1));
  await backups.runScheduled(context());
  expect(await stored()).toEqual([expect.stringContaining("20260303T030000Z")]);
  const entries =
    "select count(*) as count from audit_log where action = 'operator.backups.run' and subject is not null";
  expect(await app.db.query(entries)).toEqual([{ count: 2 }]);
});

test("A backup that was due while no server ran is made late, and one whose process died is made again, in three attempts at most", async () => {
  const made = async () => {
    const before = await stored();
    await backups.runScheduled(context());
    return !Bun.deepEquals(before, await stored());
  };
  app.clock.forward(days(1) + minutes(90));
  expect([await made(), await made()]).toEqual([true, false]);
  const again: boolean[] = [];
  for (let death = 1; death <= 3; death++) {
    const killed = "update backup_runs set finished_at = null where due_at is not null and started_at >= $1";
    await app.db.query(killed, [app.clock.now]);
    app.clock.forward(minutes(2));
    again.push(await made());
  }
  expect(again).toEqual([true, true, false]);
  app.clock.now = new Date("2026-03-05T03:00:00.200Z");
  expect(await made()).toBe(true);
});

test("An operator's backup is refused while another is being made, and one whose process was killed counts as failed", async () => {
  await app.db.query("insert into backup_runs (name, started_at, seen_at) values ('killed', $1, $1)", [
    app.clock.now,
  ]);
  const create = () => backups.create(operatorContext(app.deps, "admin.backups.create"), { evidence: false });
  expect(await failureOf(create)).toMatchObject({ kind: "conflict" });
  app.clock.forward(minutes(2));
  expect(await create()).toMatchObject({ evidence: 0, rows: expect.any(Number) });
  const killed = "select error from backup_runs where name = 'killed'";
  expect(await app.db.query(killed)).toEqual([{ error: expect.stringContaining("ended before") }]);
});

test("A backup that fails leaves no file, and its cause is kept, shown and measured", async () => {
  registerMetrics(app.deps);
  const elsewhere = join(home, "not-a-folder");
  await writeFile(elsewhere, "");
  const settings = { ...app.deps.settings, dataDir: elsewhere };
  app.clock.forward(days(1));
  const logged: unknown[] = [];
  const log = Object.assign(Object.create(app.deps.log), { error: (fields: unknown) => logged.push(fields) });
  expect(await failureOf(() => backups.runScheduled(context({ ...app.deps, settings, log })))).toBeDefined();
  expect(logged).toMatchObject([{ cause: expect.stringContaining("ENOTDIR") }]);
  const shown = await backups.schedule(context());
  expect(shown).toMatchObject({
    cron: "0 3 * * *",
    location: join(home, "backups"),
    keep: { daily: 1, weekly: 0, monthly: 0 },
    lastFailure: { at: app.clock.now, error: expect.stringContaining("ENOTDIR") },
    lastSuccess: { name: expect.stringContaining("20260305") },
    runningSince: null,
  });
  const text = await app.deps.metrics.registry.metrics();
  expect(text).toContain(`rihla_backup_last_failure_timestamp_seconds ${app.clock.now.getTime() / 1_000}\n`);
  expect(text).toMatch(/rihla_backup_last_size_bytes [1-9]/);
});

test("A scheduled backup that failed is tried again a quarter of an hour later, in three attempts at most", async () => {
  const settings = { ...app.deps.settings, dataDir: join(home, "not-a-folder") };
  const failing = { ...app.deps, settings };
  app.clock.now = new Date("2026-03-08T03:00:00.200Z");
  const errors = async () => (await app.db.query("select from backup_runs where error is not null")).length;
  const before = await errors();
  expect(await failureOf(() => backups.runScheduled(context(failing)))).toBeDefined();
  app.clock.forward(minutes(14));
  await backups.runScheduled(context(failing));
  expect(await errors()).toBe(before + 1);
  app.clock.forward(minutes(2));
  expect(await failureOf(() => backups.runScheduled(context(failing)))).toBeDefined();
  app.clock.forward(minutes(16));
  const stored = await backups.list(context());
  await Promise.all([1, 2].map(() => backups.runScheduled(context())));
  expect(await backups.list(context())).not.toEqual(stored);
  expect(await errors()).toBe(before + 2);
  app.clock.now = new Date("2026-03-09T03:00:00.200Z");
  for (let attempt = 0; attempt < 5; attempt++) {
    await backups.runScheduled(context(failing)).catch(() => {});
    app.clock.forward(minutes(16));
  }
  expect(await errors()).toBe(before + 5);
});

test("Backups of an operator that failed take no attempt from a scheduled one", async () => {
  app.clock.now = new Date("2026-03-10T03:00:00.200Z");
  const settings = { ...app.deps.settings, dataDir: join(home, "not-a-folder") };
  const failing = operatorContext({ ...app.deps, settings }, "admin.backups.create");
  for (let failure = 0; failure < 3; failure++)
    expect(await failureOf(() => backups.create(failing, { evidence: false }))).toBeDefined();
  await backups.runScheduled(context());
  const scheduled = (await stored()).filter((name) => !name.includes("manual"));
  expect(scheduled).toEqual([expect.stringContaining("20260310T030000Z")]);
});

test("Backups in a bucket are listed, pruned and kept apart from the evidence files", async () => {
  bucket.objects.set("/evidence-files/evidence", Buffer.from("a file"));
  const settings = readEnv({ ...bucket.settings, DATA_DIR: home, SECRET_KEY: "k".repeat(40) });
  const deps = { ...app.deps, settings };
  app.clock.forward(minutes(1));
  await backups.runScheduled(context(deps));
  app.clock.forward(minutes(1));
  const { name, bytes } = await backups.create(context(deps), { evidence: false });
  const found = await backups.list(context(deps));
  expect(found.map((each) => each.name)).toEqual([name, expect.stringContaining("rihla-2026")]);
  expect(found[0]?.bytes).toBe(bytes);
  const prune = (dryRun: boolean) =>
    backups.prune(operatorContext(deps, "operator.backups.prune"), { dryRun });
  const expected = { kept: 1, deleted: [found[1]?.name ?? ""] };
  expect(await prune(true)).toEqual(expected);
  expect(await prune(false)).toEqual(expected);
  expect([...bucket.objects.keys()]).toEqual(["/evidence-files/evidence", `/evidence-files/backups/${name}`]);
});

test("Over the network no one chooses the key of a backup or pins it, and all accounts together make five a day", async () => {
  await rm(join(home, "backups"), { recursive: true, force: true });
  const accounts = ["aisha", "omar"];
  for (const name of accounts) await staff(app, "super_admin", name);
  const body = { key: "A".repeat(43), salt: "xxx", pin: true, label: "mine" };
  const post = (name: string) => app.send("POST /api/admin/backups", { headers: basic(name), body });
  const statuses: number[] = [];
  for (let made = 0; made < 7; made++) {
    app.clock.forward(minutes(1));
    statuses.push((await post(accounts[made % 2] ?? "")).status);
  }
  expect([statuses.slice(0, 5), statuses.at(-1)]).toEqual([Array(5).fill(200), 429]);
  for (const each of await backups.list(context()))
    expect(each).toMatchObject({ kind: "manual", label: "mine", key: "SECRET_KEY", opens: true });
  const onTheMachine = () =>
    backups.create(operatorContext(app.deps, "admin.backups.create"), { evidence: false });
  expect(await onTheMachine()).toMatchObject({ evidence: 0 });
});

test("No backup is deleted without an entry in the audit log", async () => {
  await backups.create(operatorContext(app.deps, "admin.backups.create"), { evidence: false });
  const before = await stored();
  const transaction = () => Promise.reject(new RangeError());
  const deps = { ...app.deps, db: { ...app.deps.db, transaction } };
  for (const { name } of await backups.list(context())) {
    const remove = () => backups.remove(operatorContext(deps, "operator.backups.delete"), { name });
    expect(await failureOf(remove)).toBeInstanceOf(RangeError);
  }
  app.clock.forward(days(90));
  expect(
    await failureOf(() => backups.prune(operatorContext(deps, "operator.backups.prune"), { dryRun: false })),
  ).toBeInstanceOf(RangeError);
  expect(await stored()).toEqual(before);
});

test("A key without a salt, or a salt without a key, is refused", () => {
  const both = { key: "A".repeat(43), salt: "xxx" };
  for (const input of [{ key: both.key }, { salt: both.salt }])
    expect(operatorCreateInput.safeParse(input).success).toBe(false);
  for (const input of [{}, both]) expect(operatorCreateInput.safeParse(input).success).toBe(true);
});

test("Neither a folder nor a file whose name is no date is a backup", async () => {
  const folder = join(home, "backups");
  await mkdir(join(folder, "rihla-20260101T000000Z-aaaaaaaa.backup"), { recursive: true });
  await writeFile(join(folder, "rihla-20269999T999999Z-aaaaaaaa.backup"), "");
  const listed = (await backups.list(context())).map(({ name }) => name);
  expect(listed.filter((name) => name.includes("aaaaaaaa"))).toEqual([]);
});

const UNPINNED = { bytes: 1, kind: "scheduled", label: null } as const;

test("The rules keep the last backups, and the newest of each of the last hours that have one", () => {
  const now = new Date("2026-03-10T16:00:00Z");
  const all = ["15:40", "15:20", "14:20", "09:20"].map((time) => ({
    name: time,
    madeAt: new Date(`2026-03-10T${time}:00Z`),
    ...UNPINNED,
  }));
  expect([...keptBackups(all, { last: 3 }, now)]).toEqual(["15:40", "15:20", "14:20"]);
  expect([...keptBackups(all, { hourly: 3 }, now)]).toEqual(["15:40", "14:20", "09:20"]);
  expect([...keptBackups(all, { last: 2, hourly: 2 }, now)]).toEqual(["15:40", "15:20", "14:20"]);
});

test("A backup by hand outlives the schedule for 30 days, and a pinned one for ever", async () => {
  await rm(join(home, "backups"), { recursive: true, force: true });
  app.clock.now = new Date("2026-04-01T01:00:00Z");
  const create = (options = {}) =>
    backups.create(operatorContext(app.deps, "admin.backups.create"), { evidence: false, ...options });
  const [manual, pinned] = [await create(), await create({ pin: true, label: "upgrade" })];
  const listed = () => backups.list(context()).then((found) => found.map(({ kind, label }) => [kind, label]));
  app.clock.now = new Date("2026-04-01T03:00:00.200Z");
  await backups.runScheduled(context());
  expect(await listed()).toEqual([
    ["scheduled", null],
    ...[manual, pinned]
      .toSorted((one, other) => (one.name < other.name ? 1 : -1))
      .map(({ name }) => (name === manual.name ? ["manual", null] : ["pinned", "upgrade"])),
  ]);
  const prune = () => backups.prune(operatorContext(app.deps, "operator.backups.prune"), { dryRun: false });
  expect(await prune()).toEqual({ kept: 3, deleted: [] });
  app.clock.forward(days(31));
  await backups.runScheduled(context());
  expect(await listed()).toEqual([
    ["scheduled", null],
    ["pinned", "upgrade"],
  ]);
  app.clock.forward(days(4_000));
  expect(await prune()).toEqual({ kept: 2, deleted: [] });
  const remove = (name: string) =>
    backups.remove(operatorContext(app.deps, "operator.backups.delete"), { name });
  await remove(pinned.name);
  expect(await listed()).toEqual([["scheduled", null]]);
  for (const name of [pinned.name, "../secret.key"])
    expect(await failureOf(() => remove(name))).toMatchObject({ kind: "notFound" });
});

test("The list says which key each backup needs, and whether this server has it", async () => {
  await rm(join(home, "backups"), { recursive: true, force: true });
  const keys = async (deps = app.deps) =>
    (await backups.list(context(deps))).map(({ key, opens }) => [key, opens]);
  await backups.create(context(), { evidence: false });
  expect(await keys()).toEqual([["SECRET_KEY", true]]);
  const later = { ...app.deps, encryption: createEncryption("a key that came later".repeat(2)) };
  expect(await keys(later)).toEqual([["another SECRET_KEY", false]]);
  const both = { ...app.deps, encryption: createEncryption("a key that came later".repeat(2), [SECRET_KEY]) };
  expect(await keys(both)).toEqual([["SECRET_KEY_OLD", true]]);
  expect(await backupKeys(later)).toMatchObject([{ state: "fail", remedy: expect.any(String) }]);
  app.clock.forward(minutes(1));
  await backups.create(context(later), { evidence: false });
  expect(await backupKeys(later)).toMatchObject([
    { state: "ok", sentence: expect.stringContaining("1 of 2") },
  ]);
  expect(await backupKeys(app.deps)).toMatchObject([{ state: "warn" }]);
  app.clock.forward(minutes(1));
  const passphrase = { ...app.deps.settings.backups, passphrase: "violet camel orbit nine" };
  const settings = { ...app.deps.settings, backups: passphrase };
  await backups.create(context({ ...app.deps, settings }), { evidence: false });
  await writeFile(join(home, "backups", "rihla-20200101T000000Z-aaaaaaaa.backup"), "no backup");
  expect(await keys()).toEqual([
    ["passphrase", null],
    ["another SECRET_KEY", false],
    ["SECRET_KEY", true],
    ["none: damaged", false],
  ]);
});

test("The rules keep the newest backup of each of the last days, weeks and months that have one", () => {
  const times = [
    "2026-03-10T15",
    "2026-03-10T03",
    "2026-03-09T03",
    "2026-03-08T03",
    "2026-02-20T03",
    "2026-01-05T03",
  ];
  const now = new Date("2026-03-10T16:00:00Z");
  const all = times.map((time) => ({ name: time, madeAt: new Date(`${time}:00:00Z`), ...UNPINNED }));
  const kept = (daily: number, weekly: number, monthly: number) => [
    ...keptBackups(all, { daily, weekly, monthly }, now),
  ];
  expect(kept(0, 0, 0)).toEqual(times);
  expect(kept(2, 0, 0)).toEqual(["2026-03-10T15", "2026-03-09T03"]);
  expect(kept(0, 3, 0)).toEqual(["2026-03-10T15", "2026-03-08T03", "2026-02-20T03"]);
  expect(kept(1, 0, 3)).toEqual(["2026-03-10T15", "2026-02-20T03", "2026-01-05T03"]);
  expect(keptBackups([], { daily: 1, weekly: 1, monthly: 1 }, now).size).toBe(0);
  const future = { name: "2030-01-01", madeAt: new Date("2030-01-01T00:00:00Z"), ...UNPINNED };
  expect([...keptBackups([future, ...all], { daily: 2, weekly: 0, monthly: 0 }, now)]).toEqual([
    "2026-03-10T15",
    "2026-03-09T03",
    "2030-01-01",
  ]);
});

test("A bucket as the target needs its settings, and a passphrase 12 characters", () => {
  expect(() => readEnv({ BACKUP_TARGET: "bucket" })).toThrow(SettingError);
  expect(() => readEnv({ BACKUP_PASSPHRASE: "too short" })).toThrow("12 characters");
  expect(readEnv({ ...bucket.settings }).backups.target).toBe("bucket");
});
