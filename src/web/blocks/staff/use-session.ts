import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { trpc } from "../../lib/api.tsx";
import { isSignedOut } from "../../lib/refusal.ts";
import { STAFF } from "./content.ts";
import type { Staff } from "./use-staff.ts";

export interface Session {
  /** Null where nobody is signed in. */
  readonly staff: Staff | null;
  /** Said to somebody whose session ended under their hands. */
  readonly why: string | null;
}

const SESSION = ["staff-session"] as const;

/** Whether somebody is signed in: asked once when the first staff screen opens. */
export function useSession() {
  const { client } = trpc.useUtils();
  const queries = useQueryClient();
  return useQuery({
    queryKey: SESSION,
    queryFn: (): Promise<Session> =>
      client.admin.session.current.query().then(
        (staff) => ({ staff, why: null }),
        (error: unknown) => {
          if (isSignedOut(error)) return { staff: null, why: isIn(queries) ? STAFF.sessionOver : null };
          throw error;
        },
      ),
  });
}

/** Changes of who is signed in. */
function changesOf(queries: QueryClient) {
  /** Forgets all that was loaded. */
  function end(why: string | null): void {
    queries.getMutationCache().clear();
    // The session's own entry stays: the screen listens to it.
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] });
    queries.setQueryData<Session>(SESSION, { staff: null, why });
  }
  /** Asks the server again; resolves to what it said. Throws where it could not answer. */
  async function check(): Promise<Session | undefined> {
    await queries.refetchQueries({ queryKey: SESSION }, { throwOnError: true });
    return queries.getQueryData<Session>(SESSION);
  }
  return { end, check } as const;
}

export const useSessionChange = () => changesOf(useQueryClient());

/** A 401 on a data load ends the screen; one on an act may be a wrong password, so the session is asked for. */
export function useSessionWatch(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const { end, check } = changesOf(queries);
    const stopQueries = queries.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "error") return;
      if (isSignedOut(event.action.error)) queueMicrotask(() => end(STAFF.sessionOver));
    });
    const stopMutations = queries.getMutationCache().subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "error") return;
      if (isSignedOut(event.action.error) && isIn(queries)) void check().catch(() => undefined);
    });
    return () => {
      stopQueries();
      stopMutations();
    };
  }, [queries]);
}

const isIn = (queries: QueryClient): boolean => Boolean(queries.getQueryData<Session>(SESSION)?.staff);
