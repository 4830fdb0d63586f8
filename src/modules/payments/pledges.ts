import { and, eq, isNotNull, isNull, like } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { keyContaining } from "../../db/query/like-pattern.ts";
import { readPage } from "../../db/query/paging.ts";
import { DomainError } from "../../shared/errors.ts";
import { randomId } from "../../shared/id.ts";
import type { Page } from "../../shared/listing.ts";
import { dollarsOf, moneyText } from "../../shared/money.ts";
import { CURRENCY } from "../../shared/tiers.ts";
import { record } from "../audit/service.ts";
import type { Gift } from "./checkout/validate-payment.ts";
import { newReference } from "./references.ts";
import type { PayOutput, Pledge, pledgeList, receiveInput } from "./schema.ts";
import { postReceipt } from "./settlement/receipts.ts";
import { pledges } from "./table.ts";

type Row = typeof pledges.$inferSelect;
const TRIES = 10;

/**
 * Keeps what somebody wants to give while the gateway is away, and answers the other ways, with a reference by
 * which the transfer is recognised (spec: support-partner-sync 8).
 */
export async function pledgeInstead(tx: Tx, acting: ActionContext, gift: Gift): Promise<PayOutput> {
  const { brand } = acting.deps.settings;
  const row = await insert(tx, gift, acting.deps.now());
  const after = { pledge: row.reference, amountCents: row.amountCents, currency: row.currency };
  await record(tx, acting, { subject: row.id, after });
  const message = `Card payments are unavailable at this moment. You can send ${moneyText(row.amountCents)} by Venmo or Zelle instead. Please write this reference beside it: ${row.reference}`;
  return {
    success: false,
    alternative_payment: { message, venmo: brand.venmoHandle, zelle: brand.zelleRecipient },
  };
}

async function insert(tx: Tx, gift: Gift, createdAt: Date): Promise<Row> {
  for (let tried = 0; tried < TRIES; tried++) {
    const values = { ...gift, id: randomId(), reference: newReference(), currency: CURRENCY, createdAt };
    const [row] = await tx.insert(pledges).values(values).onConflictDoNothing().returning();
    if (row) return row;
  }
  throw new Error("no reference is free");
}

/** Pledges, newest first; `received` parts those that arrived from those that wait. */
export async function list(
  { deps }: ActionContext<StaffActor>,
  { q, received, limit, cursor }: z.output<typeof pledgeList>,
): Promise<Page<Pledge>> {
  const where = and(
    q === "" ? undefined : like(pledges.searchKey, keyContaining(q)),
    received === undefined
      ? undefined
      : received
        ? isNotNull(pledges.receivedAt)
        : isNull(pledges.receivedAt),
  );
  const sorting = { column: pledges.createdAt, kind: "time", descending: true, of: timeOf } as const;
  const page = await readPage(deps.db.orm, { table: pledges, sorting, where, limit, cursor });
  return { ...page, items: page.items.map(shown) };
}

const timeOf = (row: Row): Date => row.createdAt;
const shown = (row: Row): Pledge => ({ ...row, amount: dollarsOf(row.amountCents) });

/** Notes that the transfer arrived, and sends the receipt. Throws 404, and 409 where it was noted before. */
export function receive(
  acting: ActionContext<StaffActor>,
  { reference, method }: z.output<typeof receiveInput>,
): Promise<Pledge> {
  const { deps, principal } = acting;
  const spoken = eq(pledges.reference, reference.toUpperCase());
  return deps.db.transaction(async (tx) => {
    const [before] = await tx.select().from(pledges).where(spoken).for("update");
    if (!before) throw new DomainError("notFound", "This pledge does not exist");
    if (before.receivedAt) throw new DomainError("conflict", "This pledge was already noted as received");
    const values = { receivedAt: deps.now(), receivedBy: principal.name, method };
    const [row] = await tx.update(pledges).set(values).where(eq(pledges.id, before.id)).returning();
    if (!row) throw new Error("a locked pledge is gone");
    const after = { received: true, method, amountCents: row.amountCents };
    await record(tx, acting, { subject: row.id, before: { received: false }, after });
    await postReceipt(tx, deps, row, method === "venmo" ? "Venmo" : "Zelle");
    return shown(row);
  });
}
