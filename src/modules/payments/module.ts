import { and, desc, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Offers } from "../../core/rpc/offers.ts";
import type { Tx } from "../../db/client.ts";
import { emailKey } from "../../shared/fields.ts";
import type { Erasure, PersonalData, RetainedData } from "../../shared/people/personal-data.ts";
import { giftsPerDay, waitingPledges } from "./queries.ts";
import { ANONYMOUS, anonymizeOldPayments, BOOKKEEPING_RETENTION, deleteExpiredKeys } from "./service.ts";
import { pledges, payments as t } from "./table.ts";

const IN_BOOKS = and(inArray(t.status, ["succeeded", "refunded"]), ne(t.gateway, "sandbox"));

/** A person's gifts and pledges. Called by `people`. */
export async function giftsOf(tx: Tx, email: string): Promise<PersonalData> {
  const inBooks = sql<boolean>`${IN_BOOKS}`;
  const paid = await tx
    .select({ row: t, inBooks })
    .from(t)
    .where(await addressIs(tx, t, email))
    .orderBy(desc(t.createdAt));
  const pledged = await tx
    .select()
    .from(pledges)
    .where(await addressIs(tx, pledges, email))
    .orderBy(desc(pledges.createdAt));
  return {
    payments: paid.map(({ row: { createdAt: at, searchKey: _, ...fields }, inBooks }) => ({
      ...fields,
      at,
      onErasure: inBooks ? ("kept" as const) : ("cleared" as const),
    })),
    pledges: pledged.map(({ createdAt: at, searchKey: _, ...fields }) => ({
      ...fields,
      at,
      onErasure: fields.receivedAt ? ("kept" as const) : ("cleared" as const),
    })),
  };
}

/**
 * Removes a person's name and address from gifts that bookkeeping does not need: open, failed and sandbox payments, and
 * unpaid pledges. Received gifts keep both for their legal retention. Called by `people`.
 */
export async function anonymizeGiver(tx: Tx, email: string): Promise<Erasure> {
  const paidBy = await addressIs(tx, t, email);
  const pledgedBy = await addressIs(tx, pledges, email);
  const paid = await tx
    .update(t)
    .set(ANONYMOUS)
    .where(and(paidBy, sql`not (${IN_BOOKS})`))
    .returning({ id: t.id });
  const pledged = await tx
    .update(pledges)
    .set(ANONYMOUS)
    .where(and(pledgedBy, isNull(pledges.receivedAt)))
    .returning({ id: pledges.id });
  const received = [
    ...(await tx.select({ at: t.createdAt }).from(t).where(paidBy)),
    ...(await tx.select({ at: pledges.createdAt }).from(pledges).where(pledgedBy)),
  ];
  return { ids: [...paid, ...pledged].map(({ id }) => id), kept: retainedInBooks(received) };
}

/**
 * Matches the gifts of an address in any spelling. PostgreSQL lowers only ASCII like `emailKey` whatever its locale, so
 * that spellings with other letters are compared here.
 */
async function addressIs(tx: Tx, table: typeof t | typeof pledges, email: string): Promise<SQL> {
  const key = emailKey(email);
  const { customerEmail } = table;
  const others = await tx
    .selectDistinct({ customerEmail })
    .from(table)
    .where(sql`octet_length(${customerEmail}) <> length(${customerEmail})`);
  const spellings = others.map((row) => row.customerEmail).filter((each) => emailKey(each) === key);
  return sql`(lower(${customerEmail} collate "C") = ${key} or ${inArray(customerEmail, spellings)})`;
}

function retainedInBooks(received: readonly { readonly at: Date }[]): readonly RetainedData[] {
  if (received.length === 0) return [];
  const latest = Math.max(...received.map(({ at }) => at.getTime()));
  return [
    {
      what: "Gifts that were received, with name and email address",
      count: received.length,
      why: "Bookkeeping law requires them for seven years.",
      until: new Date(latest + BOOKKEEPING_RETENTION),
    },
  ];
}

export const payments: Offers = {
  jobs: () => [{ operation: "admin.payments.reconcile", when: { cron: "*/5 * * * *" } }],
  retention: [deleteExpiredKeys, anonymizeOldPayments],
  trends: async (deps, since) => ({ gifts: await giftsPerDay(deps, since) }),
  waiting: async (ctx) => ({ pledges: await waitingPledges(ctx) }),
  recordNames: { gift: { table: t, id: t.id, name: t.reference } },
  personalData: (tx, _, email) => giftsOf(tx, email),
  erase: (tx, _, email) => anonymizeGiver(tx, email),
};
