import type { Settings } from "../env.ts";
import { DomainError } from "../shared/errors.ts";
import { unreadableRequest } from "./body.ts";

const URL_MAX = 8_192; // docs/security.md INP-02
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i;

/** The part of a URL between host and query. */
export function pathOf(url: string): string {
  const target = targetOf(url);
  const query = target.indexOf("?");
  return query === -1 ? target : target.slice(0, query);
}

/** A URL from its path on. Of what Bun hands over the host may be malformed. */
export function targetOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  return start === -1 ? "/" : url.slice(start);
}

/** Throws 400 on a request whose address or host cannot be right: no URL is ever built from them. */
export function checkUrlAndHost(request: Request): void {
  if (request.url.length > URL_MAX) throw unreadableRequest();
  const host = request.headers.get("host");
  if (host !== null && !HOST.test(host)) throw unreadableRequest();
}

/**
 * Throws 403 where a browser sends a change from another site. Fetch metadata first, then the
 * exact origin; a client that sends neither is no browser.
 */
export function checkSameSite(request: Request, settings: Settings): void {
  if (SAFE.has(request.method)) return;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) {
    if (site === "same-origin" || site === "none") return;
    throw crossSite();
  }
  const origin = request.headers.get("origin");
  if (origin !== null && origin !== settings.publicUrl.origin) throw crossSite();
}

const crossSite = () => new DomainError("forbidden", "This request came from another site");
