import { BlockList, isIP } from "node:net";
import type { Settings, TrustProxy } from "../env.ts";
import { DomainError } from "../shared/errors.ts";
import { isLoopback } from "../shared/server-address.ts";
import { unreadableRequest } from "./body.ts";

const URL_MAX = 8_192; // docs/security.md INP-02
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i;

/** The path of a URL, without its query. Does not parse the URL, whose host may be malformed. */
export function pathOf(url: string): string {
  const target = targetOf(url);
  const query = target.indexOf("?");
  return query === -1 ? target : target.slice(0, query);
}

/** The query of a URL as an object, without parsing the URL; of repeated parameters the first wins. */
export function queryOf(url: string): Record<string, string> {
  const start = url.indexOf("?");
  const query: Record<string, string> = {};
  if (start === -1) return query;
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    if (!Object.hasOwn(query, name)) query[name] = value;
  }
  return query;
}

/** The path and query of a URL. */
export function targetOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  return start === -1 ? "/" : url.slice(start);
}

/** Throws 400 if the URL is too long or the Host header is malformed. */
export function checkUrlAndHost(request: Request): void {
  if (request.url.length > URL_MAX) throw unreadableRequest();
  const host = request.headers.get("host");
  if (host !== null && !HOST.test(host)) throw unreadableRequest();
}

/**
 * Throws 403 if a browser sends an unsafe method from another site: by its fetch metadata, or by an origin that is not
 * the site's own. Fetch metadata alone is not enough: a page whose host name was rebound to this server's address
 * counts as same-origin there. A client that sends neither is not a browser.
 */
export function checkSameSite(request: Request, settings: Settings): void {
  if (SAFE.has(request.method)) return;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") throw crossSite();
  const origin = request.headers.get("origin");
  if (origin === null || origin === settings.publicUrl.origin) return;
  if (site === null || !isLoopbackOrigin(origin)) throw crossSite();
}

/** Allows use on the server's own machine, whatever PUBLIC_URL is. DNS rebinding cannot fake a loopback name. */
const isLoopbackOrigin = (origin: string): boolean =>
  /^https?:\/\//.test(origin) && URL.canParse(origin) && isLoopback(new URL(origin).hostname);

const crossSite = () => new DomainError("forbidden", "This request came from another site");

/** Throws 405 unless the method only reads. */
export function checkReads({ method }: Request): void {
  if (method !== "GET" && method !== "HEAD") throw methodNotAllowed(["GET"]);
}

export const methodNotAllowed = (methods: readonly string[]): DomainError =>
  new DomainError("methodNotAllowed", "This method is not allowed here", {
    allow: methods.includes("GET") ? [...methods, "HEAD"] : methods,
  });

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

/** Whether a request came through a trusted proxy, which decides what its headers say. */
export function createProxyCheck(
  trust: TrustProxy,
): (peerAddress: () => string | null, forwarded: string | null) => boolean {
  const trusted = trust.kind === "networks" ? blockListOf(trust.networks) : null;
  return (peerAddress, forwarded) =>
    trust.kind === "hops" ? forwarded !== null : isTrusted(trusted, (trusted && peerAddress()) ?? "");
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
