import type { Deps } from "../core/rpc/context.ts";
import { sourceInput } from "../modules/waitlist/schema.ts";
import { DIRECT, sourceName } from "../shared/sources/source-name.ts";
import { visitSource } from "../shared/sources/visit-source.ts";
import { targetOf } from "./guards.ts";

/** Programs that say so; those that pretend to be browsers are counted. */
const PROGRAM =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|headless|lighthouse|monitor|curl|wget|python|java\/|go-http|node|bun\//i;

/**
 * Counts a view of the landing page under its source, without a cookie and without anything about the visitor. Programs,
 * prefetches, HEAD and ways within the site are not counted.
 */
export function countView({ state, settings }: Deps, { method, url, headers }: Request): void {
  const program = headers.get("user-agent");
  if (method !== "GET" || program === null || PROGRAM.test(program)) return;
  if (headers.get("sec-purpose") !== null || (headers.get("sec-fetch-mode") ?? "navigate") !== "navigate")
    return;
  const referrer = headers.get("referer") ?? "";
  const { origin } = settings.publicUrl;
  if (referrer.startsWith(`${origin}/`)) return;
  state.views.count(sourceOf(targetOf(url), referrer, origin));
}

function sourceOf(target: string, referrer: string, origin: string): string {
  const query = target.indexOf("?");
  if (query === -1 && referrer === "") return DIRECT;
  const sent = visitSource(query === -1 ? "" : target.slice(query, query + QUERY_MAX), referrer, origin);
  return sourceName(sourceInput.safeParse(sent).data ?? null);
}

const QUERY_MAX = 2_000; // characters that are read
