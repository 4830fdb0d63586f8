import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import type { Settings } from "../../env.ts";
import { days, hours } from "../../shared/duration.ts";
import { installation } from "../crypto/installation.table.ts";
import type { Log } from "../logging/log.ts";
import type { Deps } from "../rpc/context.ts";

declare module "../rpc/context.ts" {
  interface State {
    readonly untrustedProxy: UntrustedProxyWatch;
  }
}

/** Notices proxies that TRUST_PROXY does not name (docs/security.md RAT-04). */
export interface UntrustedProxyWatch {
  /** Call it for a request whose `X-Forwarded-For` was ignored. Logs the first one. */
  report(): void;
}

const NAME = "untrusted-proxy";
const STORE_EVERY = hours(1);
const SHOWN_FOR = days(1);
const UPSERT =
  "insert into installation (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value";

export const UNTRUSTED_PROXY =
  "A proxy that TRUST_PROXY does not name sent X-Forwarded-For: behind it all visitors count as one client, and one of them can lock everyone out.";

export function createUntrustedProxyWatch(
  db: Database,
  log: Log,
  settings: Settings,
  now: () => Date,
): UntrustedProxyWatch {
  let storedAt: number | null = null;
  return {
    report() {
      const at = now();
      if (storedAt === null) log.warn(UNTRUSTED_PROXY);
      if (storedAt !== null && at.getTime() - storedAt < STORE_EVERY) return;
      storedAt = at.getTime();
      db.query(UPSERT, [NAME, noticeAt(at, settings)]).catch(() => {}); // a failed notice must not fail the call
    },
  };
}

/** When a proxy was noticed within the last day, on any instance; undefined if TRUST_PROXY has changed since. */
export async function untrustedProxySeenAt({ db, settings, now }: Deps): Promise<Date | undefined> {
  const [stored] = await db.orm.select().from(installation).where(eq(installation.name, NAME));
  const at = new Date(stored?.value.split(" ")[0] ?? Number.NaN);
  const isCurrent = now().getTime() - at.getTime() < SHOWN_FOR;
  return isCurrent && stored?.value === noticeAt(at, settings) ? at : undefined;
}

const noticeAt = (at: Date, { trustProxy }: Settings): string =>
  `${at.toISOString()} ${JSON.stringify(trustProxy)}`;
