import { and, asc, eq, gte, lte, or, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { days } from "../../../shared/duration.ts";
import { addDays, dayIn } from "../../../shared/places/days.ts";
import { suppressedAmong } from "../../mail/public.ts";
import { lockPlace } from "../../places/public.ts";
import { remindIssuer } from "../ask-issuer.ts";
import { storeAsked } from "../progress.ts";
import { evidenceRecords, issuers, certificateProgress as t } from "../table.ts";

/** Reminders follow 5 and 15 days after a question (docs/limits.md). */
const FIRST = days(5);
const SECOND = days(10); // after the first one, so that an outage does not send both at once
/** After the last reminder the certificate is among those of silent issuers. */
export const MAX_REMINDERS = 2;
const BATCH = 200; // certificates of a run; the next one takes the rest

/** Reminds issuers that have not answered. Returns how many mails. */
export async function remindIssuers(deps: Deps): Promise<number> {
  const due = await deps.db.orm
    .select({ id: t.certificateId, poiId: t.poiId, address: issuers.address })
    .from(t)
    .innerJoin(issuers, eq(issuers.id, t.issuerId))
    .where(and(isOpen(deps), isDue(deps)))
    .orderBy(asc(t.askedAt))
    .limit(BATCH);
  const isSuppressed = await suppressedAmong(
    deps,
    due.map(({ address }) => address),
  );
  let mails = 0;
  for (const one of due) {
    const reachable = one.address !== "" && !isSuppressed(one.address);
    if (await deps.db.transaction((tx) => remindOnce(tx, deps, one, reachable))) mails += 1;
  }
  return mails;
}

/** Not answered, not withdrawn and in force. */
export const isOpen = ({ now }: Deps): SQL | undefined =>
  and(
    sql`not ${t.settled} and not ${t.withdrawn}`, // as in the partial index
    gte(t.validUntil, addDays(dayIn("UTC", now()), -1)),
  );

function isDue({ now }: Deps): SQL | undefined {
  const before = (ms: number) => new Date(now().getTime() - ms);
  return or(
    and(eq(t.reminders, 0), lte(t.askedAt, before(FIRST))),
    and(eq(t.reminders, 1), lte(t.remindedAt, before(SECOND))),
  );
}

interface Due {
  /** The id of the certificate. */
  readonly id: string;
  readonly poiId: string;
}

/** With the place locked, so that no answer comes in between and one instance reminds. Returns whether it mailed. */
async function remindOnce(tx: Tx, deps: Deps, { id, poiId }: Due, reachable: boolean): Promise<boolean> {
  const place = await lockPlace(tx, poiId);
  const [found] = await tx
    .select({ progress: t, row: evidenceRecords, issuer: issuers })
    .from(t)
    .innerJoin(evidenceRecords, eq(evidenceRecords.id, t.certificateId))
    .innerJoin(issuers, eq(issuers.id, t.issuerId))
    .where(and(eq(t.certificateId, id), isOpen(deps), isDue(deps)));
  if (!found) return false;
  const { askedAt, reminders, remindedAt } = found.progress;
  if (!place || askedAt === null || !reachable) {
    await storeAsked(tx, id, { askedAt, reminders: MAX_REMINDERS, remindedAt });
    return false;
  }
  await remindIssuer(tx, deps, { ...found, place }, askedAt);
  await storeAsked(tx, id, { askedAt, reminders: reminders + 1, remindedAt: deps.now() });
  return true;
}
