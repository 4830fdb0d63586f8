import { expect, test } from "bun:test";
import type { MailStop } from "../../../shared/people/mails.ts";
import { CONDITIONS } from "./conditions.ts";
import type { Facts } from "./facts.ts";

const NOW = new Date("2026-03-02T12:00:00Z");
const at = (time: string) => new Date(`2026-03-${time}:00Z`);

const MAIL = {
  waiting: 0,
  failed: 0,
  oldestDueAt: null,
  stopped: null,
  failingSince: null,
  failures: 0,
  lastError: null,
};
const STOPPED: MailStop = { streams: ["joining"], stoppedAt: at("02T11:00"), reason: "26 bounced" };
const SYNC: NonNullable<Facts["sync"]> = {
  lastSuccessAt: at("02T11:00"),
  lastStatus: "succeeded",
  lastEndedAt: at("02T11:00"),
  lastMessage: null,
  runningSince: null,
  pending: 0,
  failed: 0,
};
const GIFTS = {
  pending: 0,
  oldestAt: null,
  uncheckedSince: null,
  eventsMissing: false,
  oldestWithoutEventAt: null,
};
const BACKUP = { startedAt: at("02T03:00"), error: null } as unknown as NonNullable<
  NonNullable<Facts["backups"]>["success"]
>; // the conditions read only these
const COUNTED = { hours: 3, count: 12, weekAgo: 15 };
const SUCCESSES = { signups: COUNTED, confirmations: COUNTED, emails: COUNTED, decisions: COUNTED };
const WELL: Facts = {
  now: NOW,
  sendsMail: true,
  syncCron: "0 * * * *",
  backupCron: "0 3 * * *",
  startedAt: at("01T12:00"),
  mail: MAIL,
  sync: SYNC,
  gifts: GIFTS,
  successes: SUCCESSES,
  drift: 0,
  gatewayFailingSince: null,
  disk: { directory: "/data", free: 2 ** 34, size: 2 ** 36 },
  backups: { success: BACKUP, failure: undefined, running: undefined },
  evidenceProblem: null,
  mainProblem: null,
};

/** What is found, by the names of the conditions. */
function found(facts: Partial<Facts>): Record<string, string | undefined> {
  const all = CONDITIONS.map(({ name, find }) => [name, find({ ...WELL, ...facts })] as const);
  return Object.fromEntries(
    all.flatMap(([name, each]) => (each === null ? [] : [[name, each === "stale" ? each : each?.sentence]])),
  );
}

test("in a healthy deployment nothing is found", () => {
  expect(found({})).toEqual({});
  expect(
    found({ sync: { ...SYNC, lastSuccessAt: null, lastStatus: null }, startedAt: at("02T11:30") }),
  ).toEqual({});
});

test("each condition is found, with its cause, and what could not be read is stale", () => {
  const cases: readonly (readonly [Partial<Facts>, Record<string, unknown>])[] = [
    [
      { mail: { ...MAIL, failingSince: at("02T11:50"), failures: 3, lastError: "connect ECONNREFUSED" } },
      { "mail-server": "The mail server takes no mail: connect ECONNREFUSED." },
    ],
    [{ mail: { ...MAIL, failingSince: at("02T11:59"), failures: 1 } }, { "mail-server": undefined }],
    [
      { mail: { ...MAIL, oldestDueAt: at("02T11:40") } },
      { "mail-server": "Mails are due and are not sent." },
    ],
    [{ mail: { ...MAIL, oldestDueAt: at("02T11:50") } }, {}],
    [{ sendsMail: false, mail: { ...MAIL, oldestDueAt: at("01T11:40") } }, {}],
    [
      { mail: { ...MAIL, stopped: { ...STOPPED, streams: ["joining", "broadcasts"] } } },
      { "mail-stopped": "Joining mails and broadcasts are stopped: 26 bounced. All other mail goes out." },
    ],
    [
      { mail: { ...MAIL, oldestDueAt: at("02T11:40"), stopped: STOPPED } },
      {
        "mail-server": "Mails are due and are not sent.",
        "mail-stopped": "Joining mails are stopped: 26 bounced. All other mail goes out.",
      },
    ],
    [
      { sync: { ...SYNC, lastStatus: "failed", lastMessage: "The main database is away." } },
      { sync: "The last sync failed: The main database is away." },
    ],
    [
      { sync: { ...SYNC, lastSuccessAt: at("02T09:00") } },
      { sync: "Places have not been synced since 2026-03-02 09:00 UTC." },
    ],
    [{ syncCron: "0 9 * * 1-5", sync: { ...SYNC, lastSuccessAt: new Date("2026-02-27T09:00:05Z") } }, {}],
    [{ syncCron: null, sync: { ...SYNC, lastSuccessAt: at("01T09:00") } }, {}],
    [
      { sync: { ...SYNC, runningSince: at("02T05:00") } },
      { sync: "A sync has been running for more than 6 hours." },
    ],
    [
      {
        backups: {
          success: BACKUP,
          failure: { ...BACKUP, startedAt: at("02T04:00"), error: "ENOSPC" },
          running: undefined,
        },
      },
      { backup: "The last backup failed: ENOSPC." },
    ],
    [
      {
        backups: { success: undefined, failure: undefined, running: undefined },
        startedAt: new Date("2026-02-28T00:00:00Z"),
      },
      { backup: "There has been no backup since 2026-02-28 00:00 UTC." },
    ],
    [
      { disk: { directory: "/data", free: 2 ** 29, size: 2 ** 36 } },
      { disk: "Only 512 MiB are free at /data." },
    ],
    [
      { gifts: { ...GIFTS, uncheckedSince: at("02T11:00") } },
      { gifts: expect.stringContaining("not been asked") },
    ],
    [
      { gifts: { ...GIFTS, oldestAt: at("01T09:00") } },
      { gifts: expect.stringContaining("more than a day") },
    ],
    [{ gatewayFailingSince: at("02T11:50") }, { "gift-gateway": expect.stringContaining("pledges") }],
    [{ gatewayFailingSince: at("02T11:58") }, { "gift-gateway": undefined }],
    [
      { gifts: { ...GIFTS, eventsMissing: true, oldestWithoutEventAt: at("02T08:00") } },
      { "gift-events": expect.stringContaining("do not arrive") },
    ],
    [{ evidenceProblem: "ECONNREFUSED" }, { "evidence-store": expect.stringContaining("ECONNREFUSED") }],
    [
      { mainProblem: "Could not connect to the database." },
      { "main-database": expect.stringContaining("Could not") },
    ],
    [
      {
        successes: {
          signups: { hours: 3, count: 0, weekAgo: 42 },
          confirmations: { hours: 24, count: 0, weekAgo: 10 },
          emails: { hours: 24, count: 0, weekAgo: 9 },
          decisions: { hours: 3, count: 1, weekAgo: 400 },
        },
      },
      {
        successes:
          "There were no signups in 3 hours (42 in those of a week ago), no confirmations in 24 hours (10 in those of a week ago).",
      },
    ],
    [{ drift: 5_000 }, {}],
    [{ drift: -5_100 }, { clock: "The clock of this machine is 5.1 s behind the database's." }],
    [
      {
        successes: undefined,
        mail: undefined,
        sync: undefined,
        gifts: undefined,
        backups: undefined,
        disk: undefined,
      },
      Object.fromEntries(
        ["mail-server", "mail-stopped", "sync", "backup", "disk", "gifts", "gift-events", "successes"].map(
          (name) => [name, "stale"],
        ),
      ),
    ],
  ];
  for (const [facts, expected] of cases) expect<unknown>(found(facts)).toEqual(expected);
});
