import { openDatabase } from "../../../src/db/client.ts";
import { startPostgres } from "../../harness/postgres.ts";
import { type Server, startServer } from "../../harness/server.ts";
import { signIn } from "../../harness/staff.ts";
import { type Case, type Extent, type Finding, missing } from "../../harness/suite.ts";
import { countReplies, formatCounts, type Reply } from "../client.ts";
import { finding, onPostgres } from "../on-postgres.ts";
import {
  asking,
  copyOf,
  DEAD_AFTER,
  endState,
  envOf,
  PLACES,
  type Sides,
  sidesOn,
  started,
  trigger,
} from "./setup.ts";

const INSTANCES = 3;
const TRIGGERS = 20;

/** Killed repeatedly at random points, the sync has the same result as without interruption. */
export const syncKills: Case = {
  name: "sync-kills",
  isUntimed: true,
  run: ({ short }) => onPostgres(({ url }) => killed(url, short ? 3 : 50)),
};

async function killed(url: string, kills: number): Promise<Finding[]> {
  await sidesOn(url, url);
  const [calm, rough] = [await copyOf(url, "calm"), await copyOf(url, "rough")];
  const undisturbed = await lastRun(calm);
  for (let kill = 0; kill < kills; kill++) {
    const server = await startServer(envOf(rough));
    const run = trigger(server, await signIn(server.url), { wait: true });
    await started(rough);
    await Bun.sleep(Math.random() * 600);
    await server.kill9();
    await run;
  }
  const last = await lastRun(rough);
  const [expected, found] = [await endState(calm), await endState(rough)];
  const [{ interrupted = 0 } = {}] = await asking<{ interrupted: number }>(
    rough.local,
    "select count(*) filter (where status = 'interrupted') as interrupted from sync_runs",
  );
  return [
    finding(
      "an undisturbed run syncs every place",
      undisturbed?.body.synced === PLACES,
      String(undisturbed?.body.message),
    ),
    finding(`the run after ${kills} kills succeeds`, last?.body.success === true, String(last?.body.message)),
    finding(
      "both sides end in the same state, row for row",
      found === expected,
      found === expected ? "equal" : `${found} ${expected}`,
    ),
    finding("killed runs are marked as interrupted", interrupted > 0, `${interrupted} interrupted`),
  ];
}

async function lastRun(sides: Sides): Promise<Reply | null> {
  const server = await startServer(envOf(sides));
  const reply = await trigger(server, await signIn(server.url), { wait: true });
  await server.term();
  return reply;
}

/** A runner is frozen, overtaken by another and resumed. */
export const syncZombie: Case = {
  name: "sync-zombie",
  run: ({ short }) =>
    onPostgres(async ({ url }) => {
      await sidesOn(url, url);
      const findings: Finding[] = [];
      for (let round = 0; round < (short ? 1 : 5); round++) {
        findings.push(...(await zombie(await copyOf(url, `round${round}`), short)));
      }
      return findings;
    }),
};

async function zombie(sides: Sides, short: boolean): Promise<Finding[]> {
  const [frozen, other] = [await startServer(envOf(sides)), await startServer(envOf(sides))];
  const cookie = await signIn(other.url);
  const { reply: late } = short
    ? await frozenAtItsStart(frozen, sides, cookie)
    : await frozenAnywhere(frozen, sides, cookie);
  await Bun.sleep(DEAD_AFTER * 1_000 + 200);
  const overtook = await trigger(other, cookie, { wait: true });
  await asking(sides.local, "update pois set phone = '1' || phone");
  const before = await endState(sides);
  frozen.signal("SIGCONT");
  const reply = await late;
  const after = await endState(sides);
  await Promise.all([frozen.term(), other.term()]);
  return [
    finding(
      "another instance takes over the lease",
      overtook?.body.success === true,
      String(overtook?.body.message),
    ),
    finding(
      "the resumed instance reports a failure",
      reply?.body.success === false,
      String(reply?.body.message),
    ),
    finding(
      "and it writes nothing to either side",
      before === after,
      before === after ? "unchanged" : "changed",
    ),
  ];
}

/** Freezes it while it holds no locks, so that nothing waits for a database timeout. */
async function frozenAtItsStart(server: Server, { local }: Sides, cookie: string) {
  const db = await openDatabase({ url: local, maxConnections: 1 });
  const late = await db.transaction(async (tx) => {
    await tx.execute("lock table pois in access exclusive mode");
    const reply = trigger(server, cookie);
    await started({ local, main: "" });
    await Bun.sleep(200);
    server.signal("SIGSTOP");
    return { reply };
  });
  await db.close();
  return late;
}

async function frozenAnywhere(server: Server, sides: Sides, cookie: string) {
  const late = trigger(server, cookie);
  await started(sides);
  await Bun.sleep(100 + Math.random() * 400);
  server.signal("SIGSTOP");
  return { reply: late };
}

/** Several instances are triggered at once. */
export const syncTriggers: Case = {
  name: "sync-triggers",
  isUntimed: true,
  run: () =>
    onPostgres(async ({ url }) => {
      const sides = await sidesOn(url, url);
      const servers = await Promise.all(Array.from({ length: INSTANCES }, () => startServer(envOf(sides))));
      const cookie = await signIn(servers[0]?.url ?? "");
      const replies = await Promise.all(
        Array.from({ length: TRIGGERS }, (_, turn) => {
          const server = servers[turn % INSTANCES];
          return server ? trigger(server, cookie) : null;
        }),
      );
      await Promise.all(servers.map((each) => each.term()));
      const counts = countReplies(replies);
      const one = counts["200"] === 1 && counts["409"] === TRIGGERS - 1;
      const runs = await asking(sides.local, "select from sync_runs");
      return [
        finding(
          `${TRIGGERS} simultaneous triggers over ${INSTANCES} instances: one runs`,
          one,
          formatCounts(counts),
        ),
        finding("and one run is recorded", runs.length === 1, String(runs.length)),
      ];
    }),
};

/** The main database dies in the middle of a run. */
export const syncOutage: Case = {
  name: "sync-outage",
  run: (extent) => onPostgres(({ url }) => outage(url, extent)),
};

async function outage(url: string, { short }: Extent): Promise<Finding[]> {
  const away = await startPostgres();
  if ("missing" in away) return [missing(away.missing)];
  try {
    const sides = await sidesOn(url, away.url);
    const server = await startServer(envOf(sides));
    const cookie = await signIn(server.url);
    const findings: Finding[] = [];
    for (let round = 0; round < (short ? 1 : 5); round++) {
      await asking(sides.local, "update pois set phone = '1' || phone");
      const run = trigger(server, cookie);
      await started(sides);
      await Bun.sleep(Math.random() * 200);
      await away.kill9();
      const reply = await run;
      await away.start();
      const [{ pending = 0 } = {}] = await asking<{ pending: number }>(
        sides.local,
        "select count(*) as pending from pois where sync_state = 'pending'",
      );
      const { success, synced, message } = reply?.body ?? {};
      const isReported = success === false && /^The main database cannot be reached\./.test(String(message));
      findings.push(
        finding("the run reports that the main database is unavailable", isReported, String(message)),
      );
      findings.push(
        finding("the remaining places stay pending", pending === PLACES - Number(synced), `${pending}`),
      );
    }
    const again = await trigger(server, cookie);
    await server.term();
    return [
      ...findings,
      finding(
        "the next run succeeds once it is back",
        again?.body.success === true,
        String(again?.body.message),
      ),
    ];
  } finally {
    await away.remove();
  }
}
