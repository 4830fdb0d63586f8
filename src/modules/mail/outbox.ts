import { and, eq, gte, inArray, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext } from "../../core/rpc/context.ts";
import { newestFirst, readPage } from "../../db/query/paging.ts";
import { days } from "../../shared/duration.ts";
import { emailKey } from "../../shared/fields.ts";
import { reports } from "./events/breaker.ts";
import { addressHash } from "./events/suppression.ts";
import { inState, mailStop } from "./queries.ts";
import type { suppressionList } from "./schema.ts";
import { hashOf, mailSuppressions, mails } from "./table.ts";

/** Whether mails are sent, how many are not, and what the provider reported about them. */
export async function status({ deps }: ActionContext) {
  const { orm } = deps.db;
  const since = new Date(deps.now().getTime() - days(1));
  return {
    hasMailServer: deps.ports.mailer !== null,
    stopped: await mailStop(deps),
    waiting: await orm.$count(mails, inState("waiting")),
    failed: await orm.$count(mails, inState("failed")),
    sentLastDay: await orm.$count(mails, gte(mails.sentAt, since)),
    suppressed: await orm.$count(mailSuppressions, isNull(mailSuppressions.endedAt)),
    ...(await reports(orm, deps)),
  };
}

type Suppression = typeof mailSuppressions.$inferSelect;

const NEWEST = newestFirst(mailSuppressions.since, ({ since }: Suppression) => since);

/** Addresses that get no mail, newest first; `q` is a whole address. */
export async function suppressions(
  { deps }: ActionContext,
  { q, reason, ...input }: z.output<typeof suppressionList>,
) {
  const t = mailSuppressions;
  const where = and(
    isNull(t.endedAt),
    q === "" ? undefined : eq(t.id, addressHash(q)),
    reason === undefined ? undefined : eq(t.reason, reason),
  );
  const page = await readPage(deps.db.orm, { table: t, sorting: NEWEST, where, input });
  const known = await addressesOf(deps, page.items);
  const emailOf = (hash: string) => known.get(hash) ?? (q === "" ? null : emailKey(q));
  return { ...page, items: page.items.map((row) => ({ ...row, email: emailOf(row.id) })) };
}

/** The addresses behind these hashes, as far as mails in the outbox went to them. */
async function addressesOf({ db }: ActionContext["deps"], rows: readonly Suppression[]) {
  const hashes = rows.map(({ id }) => id);
  const hash = hashOf(mails.toKey);
  const found = await db.orm
    .selectDistinct({ hash, email: mails.toKey })
    .from(mails)
    .where(inArray(hash, hashes));
  return new Map(found.map(({ hash: id, email }) => [String(id), email]));
}
