import { LRUCache } from "lru-cache";
import type { Deps } from "../../core/rpc/context.ts";
import { sourceInput } from "../../modules/waitlist/schema.ts";
import { DIRECT, sourceName, visitSource } from "../../shared/people/sources.ts";
import { targetOf } from "../guards.ts";

/** Programs that say so; those that pretend to be browsers are counted. */
const PROGRAM =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|headless|lighthouse|monitor|curl|wget|python|java\/|go-http|node|bun\//i;

/** Whether a person looks at a page, and nothing prefetches or loads it for a script. */
const isNavigation = ({ method, headers }: Request): boolean =>
  method === "GET" &&
  headers.get("sec-purpose") === null &&
  (headers.get("sec-fetch-mode") ?? "navigate") === "navigate";

/** Whether a person's browser sent the request, as far as that can be told. */
export const isBrowser = ({ headers }: Request): boolean => {
  const program = headers.get("user-agent");
  return program !== null && !PROGRAM.test(program.slice(0, PROGRAM_MAX));
};

/** Whether a person views a page. */
export const isView = (request: Request): boolean => isNavigation(request) && isBrowser(request);

const PROGRAM_MAX = 500; // characters that are read
const READ_MAX = 2_000; // of an address
const REMEMBERED = 1_000; // kinds of browsers with a source that need no second look
const UNCOUNTED = Symbol("not a view");

/**
 * Counts views of the landing page under their sources, without a cookie and without anything about the visitor.
 * Programs, prefetches, HEAD and navigation within the site are not counted.
 */
export function createViewCount({ state, settings }: Deps): (request: Request) => void {
  const { origin } = settings.publicUrl;
  const sources = new LRUCache<string, string | typeof UNCOUNTED>({ max: REMEMBERED });

  function sourceOrNot(program: string, target: string, referrer: string): string | typeof UNCOUNTED {
    const isDirect = target === "/" && referrer === "";
    const key = isDirect ? program : `${program}\n${target}\n${referrer}`; // no header has a line break
    const known = sources.get(key);
    if (known !== undefined) return known;
    const isView = !PROGRAM.test(program) && !referrer.startsWith(`${origin}/`);
    const found = isView ? sourceOf(target, referrer, origin) : UNCOUNTED;
    sources.set(key, found);
    return found;
  }

  return (request) => {
    const { url, headers } = request;
    const program = headers.get("user-agent");
    if (program === null || !isNavigation(request)) return;
    const referrer = headers.get("referer")?.slice(0, READ_MAX) ?? "";
    const source = sourceOrNot(program.slice(0, PROGRAM_MAX), targetOf(url).slice(0, READ_MAX), referrer);
    if (source !== UNCOUNTED) state.views.count(source);
  };
}

function sourceOf(target: string, referrer: string, origin: string): string {
  const query = target.indexOf("?");
  if (query === -1 && referrer === "") return DIRECT;
  const sent = visitSource(query === -1 ? "" : target.slice(query), referrer, origin);
  return sourceName(sourceInput.safeParse(sent).data ?? null);
}
