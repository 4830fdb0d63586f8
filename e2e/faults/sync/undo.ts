import { openDatabase } from "../../../src/db/client.ts";
import type { RunSummary } from "../../../src/modules/sync/schema.ts";
import { type Server, startServer } from "../../harness/server.ts";
import { signIn } from "../../harness/staff.ts";
import type { Case, Finding } from "../../harness/suite.ts";
import { finding, onPostgres } from "../on-postgres.ts";
import { asking, envOf, PLACES, type Sides, sidesOn, started, trigger } from "./setup.ts";

const KILLS = 20; // every second one during an undo
const WRITE_EVERY = 5; // milliseconds: a commit each, which must not take the processor from what is killed
const KILL_WITHIN = 400;
const LOOK_EVERY = 40;
const REACHED_WITHIN = 20_000;

/** Runs and undos are killed at random points while others write; an undo then still restores the main table exactly. */
export const syncUndo: Case = {
  name: "sync-undo",
  isUntimed: true,
  run: ({ short }) => onPostgres(({ url }) => undone(url, short ? 2 : KILLS)),
};

async function undone(url: string, kills: number): Promise<Finding[]> {
  const sides = await sidesOn(url, url);
  const before = await dump(sides);
  const ends: Round[] = [];
  const rounds = kills / 2;
  for (let round = 1; round < rounds; round++) ends.push((await killedRound(sides, round % 2 === 1)).round);
  const last = await killedRound(sides, rounds % 2 === 1, nextRun);
  ends.push(last.round);
  const equal = ends.filter(({ end }) => end === before).length;
  const sum = (of: (round: Round) => number) => ends.reduce((total, each) => total + of(each), 0);
  return [
    finding(
      "rows were written before the kills",
      sum(({ written }) => written) > 0,
      `${sum((each) => each.written)}`,
    ),
    finding(
      `after ${kills} kills the main table is as before, row for row`,
      equal === ends.length,
      `${equal} of ${ends.length} rounds`,
    ),
    finding("no row is left", sum(({ left }) => left) === 0, `${sum((each) => each.left)} left`),
    {
      what: "rows that killed undos had yet to put back",
      figure: `${sum((each) => each.remaining)}`,
      ok: null,
    },
    ...(last.finding ? [last.finding] : []),
  ];
}

interface Round {
  readonly end: string;
  /** Rows that the killed run had written, and those that the killed undo had not yet put back. */
  readonly written: number;
  readonly remaining: number;
  readonly left: number;
}

/** Kills a run, after its first batch or anywhere, then the undo of this and the next run, and finally undoes the rest and makes the places pending again. */
async function killedRound(
  sides: Sides,
  afterFirst: boolean,
  check?: (sides: Sides, server: Server, cookie: string) => Promise<Finding>,
): Promise<{ readonly round: Round; readonly finding?: Finding }> {
  // each takes over from the one before; started together, as most of a round was waiting for them
  const [running, undoing, finishing] = [start(sides), start(sides), start(sides)];
  const stopWriting = await keepWriting(sides);
  const earlier = await countImages(sides, true);
  const images = (isUndone: boolean) => async () =>
    (await countImages(sides, isUndone)) > (isUndone ? earlier : 0);
  await killDuring(
    await running,
    (server, cookie) => trigger(server, cookie, { wait: true }),
    afterFirst ? images(false) : () => started(sides),
  );
  const written = await countImages(sides);
  const pushAndUndo = async (server: Server, cookie: string) => {
    await trigger(server, cookie, { wait: true }); // the rest, so that the undo has several batches
    await undoRuns(server, cookie);
  };
  await killDuring(await undoing, pushAndUndo, images(true));
  await stopWriting();
  const remaining = await countImages(sides);
  const { server, cookie } = await finishing;
  const left = await undoRuns(server, cookie);
  const end = await dump(sides);
  await post(server, cookie, "/api/admin/sync/retry", {});
  const finding = await check?.(sides, server, cookie);
  await server.term();
  return { round: { end, written, remaining, left }, ...(finding && { finding }) };
}

interface Signed {
  readonly server: Server;
  readonly cookie: string;
}

async function start(sides: Sides): Promise<Signed> {
  const server = await startServer(envOf(sides));
  return { server, cookie: await signIn(server.url) };
}

/** Kills the server some time after `reached`, which is asked until it is not false. */
async function killDuring(
  { server, cookie }: Signed,
  work: (server: Server, cookie: string) => Promise<unknown>,
  reached: () => Promise<unknown>,
): Promise<void> {
  const working = work(server, cookie).catch(() => null);
  for (const end = performance.now() + REACHED_WITHIN; performance.now() < end; await Bun.sleep(LOOK_EVERY))
    if ((await reached()) !== false) break;
  await Bun.sleep(Math.random() * KILL_WITHIN);
  await server.kill9();
  await working;
}

/** Undoes what can be undone, newest first. Returns how many rows were left. */
async function undoRuns(server: Server, cookie: string): Promise<number> {
  const answer = await fetch(`${server.url}/api/admin/sync/runs`, { headers: { Cookie: cookie } });
  const runs = (await answer.json()) as RunSummary[];
  let left = 0;
  for (const { id } of runs.filter(({ kind, undo }) => kind === "push" && undo !== "done")) {
    const result = await post(server, cookie, `/api/admin/sync/runs/${id}/undo`, { wait: true });
    left += Number(result.left ?? 0);
  }
  return left;
}

async function post(
  server: Server,
  cookie: string,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${server.url}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Cookie: cookie },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, unknown>;
}

/** Others count visits all the time, which the sync must neither lose nor take for a change of its columns. */
async function keepWriting({ main }: Sides): Promise<() => Promise<void>> {
  const db = await openDatabase({ url: main, maxConnections: 1 });
  let isOver = false;
  const writing = (async () => {
    for (; !isOver; await Bun.sleep(WRITE_EVERY))
      await db.query("update public.places set visits = visits + 1 where id = md5('m' || $1::int)", [
        1 + Math.floor(Math.random() * PLACES),
      ]);
  })();
  return async () => {
    isOver = true;
    await writing;
    await db.close();
  };
}

async function countImages({ main }: Sides, isUndone = false): Promise<number> {
  const rows = await asking<{ images: number }>(
    main,
    `select coalesce(sum(case when ${isUndone} then undone else size - undone end), 0) as images
      from (select size, cardinality(array_positions(undone, true)) as undone from public.rihla_sync_image_batches) b`,
  );
  return rows[0]?.images ?? 0;
}

/** Every column of every row, except what others count. */
async function dump({ main }: Sides): Promise<string> {
  const [{ digest = "" } = {}] = await asking<{ digest: string }>(
    main,
    "select md5(string_agg((to_jsonb(p) - 'visits')::text, ',' order by id)) as digest from public.places p",
  );
  return digest;
}

async function nextRun(sides: Sides, server: Server, cookie: string): Promise<Finding> {
  const reply = await trigger(server, cookie, { wait: true });
  const [{ stale = -1 } = {}] = await asking<{ stale: number }>(
    sides.local,
    "select count(*) as stale from pois where sync_state <> 'synced'",
  );
  return finding(
    "the next run sends every place",
    reply?.body.success === true && stale === 0,
    String(reply?.body.message),
  );
}
