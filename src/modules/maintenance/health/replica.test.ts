import { expect, test } from "bun:test";
import type { Database } from "../../../db/types.ts";
import { readEnv } from "../../../env.ts";
import { SECRET_KEY } from "../../../testing/app.ts";
import { findingOf, replicaFinding } from "./replica.ts";
import type { Finding } from "./schema.ts";

const PRIMARY = "postgres://app:hidden@127.0.0.1:1/rihla";

/** What is found of the replica at a port; the primary is not asked while the replica is away. */
function findingAt(port: number) {
  const settings = readEnv({
    DATABASE_URL: PRIMARY,
    DATABASE_REPLICA_URL: `postgres://app:hidden@127.0.0.1:${port}/rihla`,
    SECRET_KEY,
  });
  return replicaFinding({ settings, db: {} as Database });
}

test("a server without a replica says so", async () => {
  const settings = readEnv({});
  expect(await replicaFinding({ settings, db: {} as Database })).toEqual({
    check: "replica",
    state: "ok",
    sentence: "There is none (DATABASE_REPLICA_URL).",
  });
});

test("a replica that refuses connections or does not answer is a warning with its host and without its password", async () => {
  const silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const findings = await Promise.all([findingAt(1), findingAt(silent.port)]);
  silent.stop(true);
  const away = (port: number): Finding => ({
    check: "replica",
    state: "warn",
    sentence: `DATABASE_REPLICA_URL cannot be used: the database at 127.0.0.1:${port} cannot be reached. Exports and searches read from DATABASE_URL until it can.`,
    remedy: `Check DATABASE_REPLICA_URL, and that the database server at 127.0.0.1:${port} runs.`,
  });
  expect(findings).toEqual([away(1), away(silent.port)]);
});

test("only a replica that reads use is in order", () => {
  expect(findingOf("standby:5432", { kind: "used" })).toEqual({
    check: "replica",
    state: "ok",
    sentence: "standby:5432 is at most 0.1 s behind: exports and searches read from it.",
  });
  const unused = [
    { kind: "primary" },
    { kind: "other database" },
    { kind: "old timeline", timeline: 1, needed: 2 },
    { kind: "behind", age: 4_812.34 },
    { kind: "behind", age: null },
    { kind: "not comparable", reason: "It did not answer in time." },
    { kind: "not comparable", reason: "42501" },
  ] as const;
  const findings = unused.map((condition) => findingOf("standby:5432", condition));
  expect(findings.every(({ state, remedy }) => state === "warn" && remedy !== undefined)).toBe(true);
  expect(findings.map(({ sentence }) => sentence)).toEqual([
    "standby:5432 is a primary, not a standby. Exports and searches read from DATABASE_URL.",
    "standby:5432 does not hold the database of DATABASE_URL. Exports and searches read from DATABASE_URL.",
    "standby:5432 is on timeline 1, the primary on 2: it may follow an old primary. Exports and searches read from DATABASE_URL.",
    "standby:5432 is behind: the newest commit that it has replayed is 4,812.3 s old. Exports and searches read from DATABASE_URL until it is at most 0.1 s behind.",
    "standby:5432 is behind: it has replayed no commit since it started. Exports and searches read from DATABASE_URL until it is at most 0.1 s behind.",
    "standby:5432 responds, but cannot be compared with DATABASE_URL. It did not answer in time. Exports and searches read from DATABASE_URL.",
    "standby:5432 responds, but cannot be compared with DATABASE_URL (42501). Exports and searches read from DATABASE_URL.",
  ]);
});
