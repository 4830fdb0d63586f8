import type { Deps } from "../../../core/rpc/context.ts";

const V4_PARTS = 3; // a /24
const V6_GROUPS = 3; // a /48, the most that a provider gives to one customer

/**
 * The network of a client's address, as `createAddressReader` gives it: the /24 of an IPv4 address, the /48 of an IPv6
 * address. Clients without an address share one.
 */
export function networkOf(address: string | null): string {
  if (address === null) return "none";
  if (address.includes(":")) return `${address.split(":").slice(0, V6_GROUPS).join(":")}::/48`;
  return `${address.split("./").slice(0, V4_PARTS).join("./")}.0/24`;
}

/** Names a network on one place without its address, so that reports about two places cannot be linked. */
export const networkKey = ({ encryption }: Deps, poiId: string, network: string): string =>
  encryption.keyedHash("report-network", `${poiId} ${network}`);
