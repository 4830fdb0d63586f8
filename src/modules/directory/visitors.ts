import { type ActionContext, actingAs } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { record } from "../audit/public.ts";

/** Records what a visitor sent without the network address: the log must not tell who reports or suggests. */
export async function recordWithoutAddress(
  tx: Tx,
  ctx: ActionContext,
  subject: string,
  after: unknown,
): Promise<void> {
  const { deps, call, invocation, principal } = ctx;
  const anonymous = actingAs({ deps, call: { ...call, address: null }, invocation }, principal);
  await record(tx, anonymous, { subject, after });
}

const V4_PARTS = 3; // a /24
const V6_GROUPS = 3; // a /48, the most that a provider gives to one customer

/**
 * The network of a client's address, as `createAddressReader` gives it: the /24 of an IPv4 address, the /48 of an IPv6
 * address. Clients without an address share one.
 */
export function networkOf(address: string | null): string {
  if (address === null) return "none";
  if (address.includes(":")) return `${address.split(":").slice(0, V6_GROUPS).join(":")}::/48`;
  return `${address.split(".").slice(0, V4_PARTS).join(".")}.0/24`;
}
