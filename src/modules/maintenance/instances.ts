import { eq, lt, sql } from "drizzle-orm";
import { writingEncryption } from "../../core/crypto/secret-key.ts";
import type { Deps } from "../../core/rpc/context.ts";
import type { Queries } from "../../db/client.ts";
import { hours, seconds } from "../../shared/duration.ts";
import { randomId } from "../../shared/id.ts";
import { instances as t } from "./table.ts";

const HEARTBEAT = seconds(3);
/** An instance that was not seen for this long has been killed. One that only hung does no harm: see `writingEncryption`. */
const GONE_AFTER = seconds(10);
const POLL_INTERVAL = seconds(0.5);

/**
 * Announces this server to `runningWithoutKey` until `leave`. An embedded database has one process, which needs no
 * announcement. Throws 503 if the key was rotated since it was checked.
 */
export async function joinInstances({ db, encryption, log }: Deps): Promise<{ leave(): Promise<void> }> {
  if (db.kind === "pglite") return { leave: () => Promise.resolve() };
  const id = randomId();
  const now = sql`now()`;
  const upsert = (queries: Queries) =>
    queries
      .insert(t)
      .values({ id, startedAt: now, seenAt: now, keyChecks: [...encryption.keyChecks] })
      .onConflictDoUpdate({ target: t.id, set: { seenAt: now } });
  await db.transaction(async (tx) => {
    await writingEncryption(tx, { encryption, log }); // a rotation waits for this row, or has ended
    await upsert(tx);
  });
  let beat: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    beat = upsert(db.orm).then(
      () => {},
      () => {}, // an outage of the database is logged by what needs it
    );
  }, HEARTBEAT);
  timer.unref();
  return {
    async leave() {
      clearInterval(timer);
      await beat;
      await db.orm.delete(t).where(eq(t.id, id));
    },
  };
}

/** `instancesWithoutKey`, but waits up to 10 s to tell a running instance from one that was just killed. */
export async function runningWithoutKey(queries: Queries, keyCheck: string): Promise<boolean> {
  const first = new Map((await instancesWithoutKey(queries, keyCheck)).map((each) => [each.id, each]));
  if (first.size === 0) return false;
  for (let waited = 0; waited <= GONE_AFTER; waited += POLL_INTERVAL) {
    await Bun.sleep(POLL_INTERVAL);
    const now = await instancesWithoutKey(queries, keyCheck);
    if (now.length === 0) return false;
    if (now.some(({ id, seenAt }) => first.get(id)?.seenAt.getTime() !== seenAt.getTime())) return true;
  }
  return true;
}

/** How many servers run on this database: an embedded one has only this. */
export async function countInstances({ db }: Deps): Promise<number> {
  if (db.kind === "pglite") return 1;
  return db.orm.$count(t, sql`${t.seenAt} > now() - ${`${GONE_AFTER} ms`}::interval`);
}

/** The instances seen in the last 10 s that do not have the key with this check. */
export const instancesWithoutKey = (queries: Queries, keyCheck: string) =>
  queries
    .select({ id: t.id, seenAt: t.seenAt })
    .from(t)
    .where(
      sql`not (${t.keyChecks} @> array[${keyCheck}]) and ${t.seenAt} > now() - ${`${GONE_AFTER} ms`}::interval`,
    );

/** Deletes the rows of instances that were killed. */
export async function deleteGoneInstances({ db }: Deps): Promise<void> {
  await db.orm.delete(t).where(lt(t.seenAt, sql`now() - ${`${hours(1)} ms`}::interval`));
}
