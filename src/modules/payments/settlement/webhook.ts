import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { skipAuditCheck } from "../../audit/public.ts";
import type { WebhookEvent } from "../gateways/gateway.ts";
import { paymentEvents } from "../table.ts";
import { lockPayment, settle } from "./settle.ts";

const RECEIVED = { received: true } as const;

/**
 * Handles a webhook event of the gateway, whose signature alone authenticates it. A repeated, late or unknown event
 * changes nothing and gets the same response. Throws 400 on a bad signature.
 */
export async function receiveWebhook(ctx: ActionContext, payload: string, signature: string) {
  const { deps } = ctx;
  const event = await deps.ports.gateway.parseWebhook(payload, signature, deps.now());
  skipAuditCheck(ctx); // each change is recorded where it is made
  // most repeats arrive later and need no lock
  if (event && !(await isProcessed(deps, event)))
    await deps.db.transaction((tx) => applyEvent(tx, ctx, event));
  return RECEIVED;
}

const eventId = ({ ports }: Deps, event: WebhookEvent): string => `${ports.gateway.name}:${event.id}`;

async function isProcessed(deps: Deps, event: WebhookEvent): Promise<boolean> {
  const id = eventId(deps, event);
  const found = await deps.db.query("select from payment_events where id = $1", [id], { prepared: true });
  return found.length > 0;
}

async function applyEvent(tx: Tx, ctx: ActionContext, event: WebhookEvent): Promise<void> {
  const { deps } = ctx;
  const row = await lockPayment(tx, event.paymentId); // concurrent repeats wait here for each other
  if (!row || row.gateway !== deps.ports.gateway.name) return;
  const values = { id: eventId(deps, event), paymentId: row.id, type: event.type, receivedAt: deps.now() };
  const inserted = await tx.insert(paymentEvents).values(values).onConflictDoNothing().returning();
  if (inserted.length === 1) await settle(tx, ctx, row, event);
}
