import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { readsAny } from "../../../shared/changes.ts";
import { minutes, seconds } from "../../../shared/duration.ts";
import { trpc } from "../../lib/api.tsx";
import { HOLDS, refreshHeld, UNSEEN } from "../../lib/live/held.ts";

const EVERY = seconds(5);
/** Doubles with each failure, up to this. */
const EVERY_MAX = minutes(2);
const KEY = ["changes"] as const;

/**
 * Asks every few seconds what has changed while the tab is visible, and reloads it. The calls do not extend the session
 * (docs/security.md SES-05); a session that has ended is noticed here too.
 */
export function useLiveUpdates(): void {
  const { client } = trpc.useUtils();
  const failures = useRef(0);
  useQuery({
    queryKey: KEY,
    meta: UNSEEN,
    staleTime: EVERY,
    refetchOnWindowFocus: "always",
    refetchInterval: () => Math.min(EVERY * 2 ** failures.current, EVERY_MAX),
    queryFn: async ({ client: queries }): Promise<string | null> => {
      const since = queries.getQueryData<string | null>(KEY) ?? undefined;
      if (!navigator.onLine) return since ?? null;
      failures.current += 1;
      const { cursor, changed } = await client.admin.changes.since.query({ since });
      failures.current = 0;
      refresh(queries, changed);
      return cursor;
    },
  });
}

/** Reloads what is shown of these subjects now, and the rest once it is shown. */
function refresh(queries: QueryClient, subjects: readonly string[]): void {
  if (subjects.length === 0) return;
  const affected = queries.getQueryCache().findAll({
    predicate: ({ queryKey: [path] }) => Array.isArray(path) && readsAny(path.join("."), subjects),
  });
  for (const query of affected) {
    const isHeld = query.meta?.holds === HOLDS.holds && query.isActive() && query.state.data !== undefined;
    // A failure leaves the rows as they are; the next change reloads them.
    if (isHeld) void refreshHeld(queries, query).catch(() => undefined);
    else void queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}
