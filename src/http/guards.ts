import type { Settings } from "../env.ts";
import { DomainError } from "../shared/errors.ts";
import { isLoopback } from "../shared/loopback.ts";
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
