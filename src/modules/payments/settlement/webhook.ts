import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { accountedFor } from "../../audit/service.ts";
import type { Notice } from "../gateways/gateway.ts";
import { paymentEvents } from "../table.ts";
import { lockPayment, settle } from "./settle.ts";

const RECEIVED = { received: true } as const;

/**
 * A gateway's notice: who sent it is proven by its signature alone. A repeated, late or unknown one changes nothing
 * and is answered alike. Throws 400 on a bad signature.
 */
export async function receive(acting: ActionContext, payload: string, signature: string) {
  const { deps } = acting;
  const notice = await deps.ports.gateway.read(payload, signature, deps.now());
  accountedFor(acting); // what a notice changes is recorded as well
  // most repeats come later: they need no lock
  if (notice && !(await isKnown(deps, notice))) await deps.db.transaction((tx) => apply(tx, acting, notice));
  return RECEIVED;
}

const eventId = ({ ports }: Deps, notice: Notice): string => `${ports.gateway.name}:${notice.id}`;

async function isKnown(deps: Deps, notice: Notice): Promise<boolean> {
  const id = eventId(deps, notice);
  const found = await deps.db.query("select from payment_events where id = $1", [id], { prepared: true });
  return found.length > 0;
}

async function apply(tx: Tx, acting: ActionContext, notice: Notice): Promise<void> {
  const { deps } = acting;
  const row = await lockPayment(tx, notice.paymentId); // repeats wait here for each other
  if (!row || row.gateway !== deps.ports.gateway.name) return;
  const event = {
    id: eventId(deps, notice),
    paymentId: row.id,
    type: notice.type,
    receivedAt: deps.now(),
  };
  const first = await tx.insert(paymentEvents).values(event).onConflictDoNothing().returning();
  if (first.length === 1) await settle(tx, acting, row, notice);
}
