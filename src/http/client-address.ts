import { BlockList, isIP } from "node:net";
import type { TrustProxy } from "../env.ts";

const V6_GROUPS = 4; // a provider gives each customer a /64

/**
 * Reads the client's address: the socket's peer, or behind trusted proxies the rightmost entry of X-Forwarded-For
 * that is not itself a trusted proxy. IPv6 addresses are truncated to their /64. Null if the address is unknown. Calls
 * `ignored` where the header came from a peer that is not trusted. Behind a known number of proxies it asks for the
 * peer, which is a call of the system, only where there is no header.
 */
export function createAddressReader(
  trust: TrustProxy,
  ignored: () => void = () => {},
): (peerAddress: () => string | null, forwarded: string | null) => string | null {
  const trusted = trust.kind === "networks" ? blockListOf(trust.networks) : null;
  return (peerAddress, forwarded) => {
    if (forwarded === null) return normalizedAddress(peerAddress());
    const hops = forwarded.split(",").map((each) => each.trim());
    if (trust.kind === "hops") return normalizedAddress(hops[Math.max(0, hops.length - trust.hops)] ?? null);
    const peer = peerAddress();
    const isIgnored = trust.kind === "none" || !isTrusted(trusted, peer ?? "");
    if (isIgnored) {
      ignored();
      return normalizedAddress(peer);
    }
    const client = hops.findLast((each) => !isTrusted(trusted, each)); // the peer is trusted
    return normalizedAddress(client ?? hops[0] ?? null);
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

/** The address without the port and brackets that some proxies add; IPv4-mapped IPv6 becomes IPv4. */
function bareAddress(address: string): string {
  if (isIP(address) === 4) return address;
  return address
    .replace(/^\[(.*)\](?::\d+)?$/, "$1")
    .replace(/^([\d.]+):\d+$/, "$1")
    .replace(/^::ffff:(?=\d+\.)/i, "");
}

/** Null for an invalid address, so that a forged header cannot create a rate limit bucket. */
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
