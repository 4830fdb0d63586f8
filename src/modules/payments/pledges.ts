import { and, eq, isNotNull, isNull, like } from "drizzle-orm";
import type { z } from "zod";
import { PLEDGED } from "../../copy/en/emails.ts";
import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { keyContaining } from "../../db/query/like-pattern.ts";
import { readPage } from "../../db/query/paging.ts";
import { DomainError } from "../../shared/errors.ts";
import { randomId } from "../../shared/id.ts";
import type { Page } from "../../shared/listing.ts";
import { CURRENCY } from "../../shared/money/gifts.ts";
import { dollarsOf, moneyText } from "../../shared/money/money.ts";
import { insertWithReference } from "../../shared/references.ts";
import { record } from "../audit/public.ts";
import type { PaymentDetails } from "./checkout/validate-payment.ts";
import type { PayOutput, Pledge, pledgeList, receiveInput } from "./schema.ts";
import { postReceipt } from "./settlement/receipts.ts";
import { pledges } from "./table.ts";

type Row = typeof pledges.$inferSelect;

/**
 * Stores a pledge while the gateway is unavailable and returns the alternatives, with a reference that identifies the
 * transfer. Called by `pay` in its transaction.
 */
export async function createPledge(tx: Tx, ctx: ActionContext, details: PaymentDetails): Promise<PayOutput> {
  const { brand } = ctx.deps.settings;
  const row = await insertPledge(tx, details, ctx.deps.now());
  const after = { pledge: row.reference, amountCents: row.amountCents, currency: row.currency };
  await record(tx, ctx, { subject: row.id, after });
  const message = PLEDGED(moneyText(row.amountCents), row.reference);
  return {
    success: false,
    alternative_payment: {
      message,
      reference: row.reference,
      venmo: brand.venmoHandle,
      zelle: brand.zelleRecipient,
    },
  };
}

async function insertPledge(tx: Tx, details: PaymentDetails, createdAt: Date): Promise<Row> {
  return insertWithReference(async (reference) => {
    const values = { ...details, id: randomId(), reference, currency: CURRENCY, createdAt };
    const [row] = await tx.insert(pledges).values(values).onConflictDoNothing().returning();
    return row;
  });
}

/** Pledges, newest first; `received` selects those that have arrived or those still outstanding. */
export async function list(
  { deps }: ActionContext<StaffActor>,
  { q, received, ...input }: z.output<typeof pledgeList>,
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
  const page = await readPage(deps.db.orm, { table: pledges, sorting, where, input });
  return { ...page, items: page.items.map(toPledge) };
}

const timeOf = (row: Row): Date => row.createdAt;
const toPledge = (row: Row): Pledge => ({ ...row, amount: dollarsOf(row.amountCents) });

/** Marks a pledge as received and posts the receipt. Throws 404, and 409 if it is marked already. */
export function markReceived(
  ctx: ActionContext<StaffActor>,
  { reference, method }: z.output<typeof receiveInput>,
): Promise<Pledge> {
  const { deps, principal } = ctx;
  const named = eq(pledges.reference, reference.toUpperCase());
  return deps.db.transaction(async (tx) => {
    const [before] = await tx.select().from(pledges).where(named).for("update");
    if (!before) throw new DomainError("notFound", "This pledge does not exist");
    if (before.receivedAt) throw new DomainError("conflict", "This pledge is already marked as received");
    const values = { receivedAt: deps.now(), receivedBy: principal.name, method };
    const [row] = await tx.update(pledges).set(values).where(eq(pledges.id, before.id)).returning();
    if (!row) throw new Error("a locked pledge has disappeared");
    const after = { received: true, method, amountCents: row.amountCents };
    await record(tx, ctx, { subject: row.id, before: { received: false }, after });
    await postReceipt(tx, deps, { ...row, gateway: null }, method === "venmo" ? "Venmo" : "Zelle");
    return toPledge(row);
  });
}
