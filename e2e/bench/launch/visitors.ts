import type { SignedIn } from "../../harness/partners.ts";
import type { Server } from "../../harness/server.ts";
import { signIn } from "../../harness/staff.ts";
import { mixedQueries } from "../search/queries.ts";
import { atRate, type Tally } from "./tally.ts";

const TIMEOUT = 60_000; // milliseconds
const STAFF_PER_SECOND = 2; // pages of lists
const SEARCHES_PER_SECOND = 10;
const EXPORT_PAUSE = 10_000; // milliseconds between two exports
const JOINED = 0.12; // of the visitors
const BROWSER = { "Accept-Encoding": "br", "User-Agent": "Mozilla/5.0", Referer: "https://example.org/" };
const LISTS = [
  "waitlist?limit=50&sort=newest",
  "pois?limit=50",
  "waitlist?limit=50&q=p77",
  "audit?limit=50",
  "broadcasts?limit=50",
];

/** Until when a kind of work goes on. */
export type IsOver = () => boolean;

/** Every visitor has an address of their own, so that the rate limits hold as on a public site. */
const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

async function statusOf(url: string, init: RequestInit): Promise<number> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT) });
  await answer.arrayBuffer();
  return answer.status;
}

/** People who open the page with all of its files; some of them join. */
export async function visits(
  { url }: Server,
  perSecond: number,
  isOver: IsOver,
  tallies: { readonly page: Tally; readonly asset: Tally; readonly signup: Tally },
): Promise<void> {
  const assets = await assetsOf(url);
  await atRate(perSecond, isOver, async (n) => {
    const headers = { ...BROWSER, "X-Forwarded-For": addressOf(n) };
    await tallies.page.time(200, () => statusOf(`${url}/`, { headers }));
    await Promise.all(assets.map((path) => tallies.asset.time(200, () => statusOf(url + path, { headers }))));
    if (Math.floor((n + 1) * JOINED) === Math.floor(n * JOINED)) return;
    const body = JSON.stringify({ firstName: "Amina", email: `visitor${n}@example.net` });
    const json = { ...headers, "Content-Type": "application/json" };
    await tallies.signup.time(201, () =>
      statusOf(`${url}/api/waitlist`, { method: "POST", headers: json, body }),
    );
  });
}

/** The files that the page names and a browser loads with it. */
async function assetsOf(url: string): Promise<readonly string[]> {
  const html = await (await fetch(url)).text();
  const named = html.matchAll(/<(?:link|script|img)\b[^>]*?(?:href|src)="(\/[^"]+\.\w+)"/g);
  const paths = new Set([...named].flatMap(([, path]) => (path === undefined ? [] : [path])));
  if (paths.size === 0) throw new Error("the page names no files");
  return [...paths];
}

/** Staff who page through the lists. */
export async function staffLists({ url }: Server, isOver: IsOver, tally: Tally): Promise<void> {
  const headers = { Cookie: await signIn(url), "X-Forwarded-For": "192.0.2.1" };
  await atRate(STAFF_PER_SECOND, isOver, (n) =>
    tally.time(200, () => statusOf(`${url}/api/admin/${LISTS[n % LISTS.length]}`, { headers })),
  );
}

/** Staff who export the waitlist, one file after the other. */
export async function csvFiles({ url }: Server, isOver: IsOver, tally: Tally): Promise<void> {
  while (!isOver()) {
    const headers = { Cookie: await signIn(url), "X-Forwarded-For": "192.0.2.2" };
    await tally.time(200, () => statusOf(`${url}/api/admin/waitlist/export`, { headers }));
    for (let waited = 0; waited < EXPORT_PAUSE && !isOver(); waited += 100) await Bun.sleep(100);
  }
}

/** Partners who search for their place as they type. */
export async function partnerSearches(
  { url }: Server,
  partners: readonly SignedIn[],
  isOver: IsOver,
  tally: Tally,
): Promise<void> {
  const queries = mixedQueries(1_000);
  await atRate(SEARCHES_PER_SECOND, isOver, (n) => {
    const { cookie = "" } = partners[n % partners.length] ?? {};
    const headers = { Cookie: cookie, "X-Forwarded-For": `198.51.100.${n % partners.length}` };
    const q = encodeURIComponent(queries[n % queries.length] ?? "");
    return tally.time(200, () => statusOf(`${url}/partner/api/pois/search?query=${q}`, { headers }));
  });
}
