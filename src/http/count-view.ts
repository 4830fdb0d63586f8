import { LRUCache } from "lru-cache";
import type { Deps } from "../core/rpc/context.ts";
import { sourceInput } from "../modules/waitlist/schema.ts";
import { DIRECT, sourceName } from "../shared/sources/source-name.ts";
import { visitSource } from "../shared/sources/visit-source.ts";
import { targetOf } from "./guards.ts";

/** Programs that say so; those that pretend to be browsers are counted. */
const PROGRAM =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|headless|lighthouse|monitor|curl|wget|python|java\/|go-http|node|bun\//i;

const PROGRAM_MAX = 500; // characters that are read
const REMEMBERED = 1_000; // kinds of browsers, and of sources, that need no second look

/**
 * Counts views of the landing page under their sources, without a cookie and without anything about the visitor.
 * Programs, prefetches, HEAD and navigation within the site are not counted.
 */
export function createViewCount({ state, settings }: Deps): (request: Request) => void {
  const { origin } = settings.publicUrl;
  const home = `${origin}/`;
  const programs = new LRUCache<string, boolean>({ max: REMEMBERED });
  const sites = new LRUCache<string, string>({ max: REMEMBERED });
  const links = new LRUCache<string, string>({ max: REMEMBERED });

  function isProgram(name: string): boolean {
    const known = programs.get(name);
    if (known !== undefined) return known;
    const found = PROGRAM.test(name);
    programs.set(name, found);
    return found;
  }

  /** Sites and links are remembered apart: a referrer that looks like a link must not decide what the link counts as. */
  function sourceAt(target: string, referrer: string): string {
    if (target === "/" && referrer === "") return DIRECT;
    const [known, key] = target === "/" ? [sites, referrer] : [links, `${target} ${referrer}`];
    const short = key.slice(0, QUERY_MAX);
    const name = known.get(short);
    if (name !== undefined) return name;
    const found = sourceOf(target, referrer, origin);
    known.set(short, found);
    return found;
  }

  return ({ method, url, headers }) => {
    const program = headers.get("user-agent");
    if (method !== "GET" || program === null || isProgram(program.slice(0, PROGRAM_MAX))) return;
    if (headers.get("sec-purpose") !== null) return;
    if ((headers.get("sec-fetch-mode") ?? "navigate") !== "navigate") return;
    const referrer = headers.get("referer") ?? "";
    if (!referrer.startsWith(home)) state.views.count(sourceAt(targetOf(url), referrer));
  };
}

function sourceOf(target: string, referrer: string, origin: string): string {
  const query = target.indexOf("?");
  if (query === -1 && referrer === "") return DIRECT;
  const sent = visitSource(query === -1 ? "" : target.slice(query, query + QUERY_MAX), referrer, origin);
  return sourceName(sourceInput.safeParse(sent).data ?? null);
}

const QUERY_MAX = 2_000; // characters that are read
