import { BlockList, isIP } from "node:net";
import type { TrustProxy } from "../env.ts";

const V6_GROUPS = 4; // a /64 is what one customer gets

/**
 * The client's address: the socket's peer unless proxies are trusted; then the rightmost entry of
 * X-Forwarded-For that no trusted proxy wrote. A v6 address is cut to its /64. Null where nobody knows.
 */
export function createAddressReader(
  trust: TrustProxy,
): (peer: string | null, forwarded: string | null) => string | null {
  const trusted = trust.kind === "networks" ? blockListOf(trust.networks) : null;
  return (peer, forwarded) => {
    if (trust.kind === "none" || forwarded === null) return normalizedAddress(peer);
    const path = [...forwarded.split(",").map((each) => each.trim()), peer ?? ""];
    if (trust.kind === "hops")
      return normalizedAddress(path[Math.max(0, path.length - 1 - trust.hops)] ?? null);
    const client = path.findLast((each) => !isTrusted(trusted, each));
    return normalizedAddress(client ?? path[0] ?? null);
  };
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const each of networks) {
    const [address = "", bits] = each.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    list.addSubnet(address, Number(bits ?? (family === "ipv6" ? 128 : 32)), family);
  }
  return list;
}

function isTrusted(list: BlockList | null, address: string): boolean {
  const plain = bareAddress(address);
  const family = isIP(plain);
  return list !== null && family !== 0 && list.check(plain, family === 6 ? "ipv6" : "ipv4");
}

/** An address without the port and brackets that some proxies write, and as v4 where v6 only wraps it. */
function bareAddress(address: string): string {
  return address
    .replace(/^\[(.*)\](?::\d+)?$/, "$1")
    .replace(/^([\d.]+):\d+$/, "$1")
    .replace(/^::ffff:(?=\d+\.)/i, "");
}

/** Null for what is no address, so that a forged header does not make a bucket of its own. */
function normalizedAddress(address: string | null): string | null {
  if (address === null) return null;
  const plain = bareAddress(address);
  const family = isIP(plain);
  if (family === 4) return plain;
  return family === 6 ? `${expandIpv6(plain).slice(0, V6_GROUPS).join(":")}::/64` : null;
}

function expandIpv6(address: string): readonly string[] {
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(gap).fill("0"), ...right].map((group) =>
    Number.parseInt(group, 16).toString(16),
  );
}
