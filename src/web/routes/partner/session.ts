import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, use, useEffect } from "react";
import type { z } from "zod";
import type { profile } from "../../../modules/partners/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { isSignedOut } from "../../lib/refusal.ts";
import { PORTAL } from "./content.ts";

/** Who is signed in. */
export type Partner = z.output<typeof profile>;

interface Session {
  /** Null where nobody is signed in. */
  readonly partner: Partner | null;
  /** Said to somebody whose session ended under their hands. */
  readonly why: string | null;
}

const SESSION = ["partner-session"] as const;

/** Whether a partner is signed in: asked once when the first screen of theirs opens. */
export function useSession() {
  const { client } = trpc.useUtils();
  const queries = useQueryClient();
  return useQuery({
    queryKey: SESSION,
    queryFn: (): Promise<Session> =>
      client.partner.session.current.query().then(
        (partner) => ({ partner, why: null }),
        (error: unknown) => {
          if (isSignedOut(error)) return { partner: null, why: isIn(queries) ? PORTAL.sessionOver : null };
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
    queries.setQueryData<Session>(SESSION, { partner: null, why });
  }
  /** Asks the server again; resolves to who it says is signed in. Throws where it could not answer. */
  async function check(): Promise<Partner | null> {
    await queries.refetchQueries({ queryKey: SESSION }, { throwOnError: true });
    return queries.getQueryData<Session>(SESSION)?.partner ?? null;
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
      if (isSignedOut(event.action.error)) queueMicrotask(() => end(PORTAL.sessionOver));
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

const isIn = (queries: QueryClient): boolean => Boolean(queries.getQueryData<Session>(SESSION)?.partner);

export const PartnerContext = createContext<Partner | null>(null);

/** Only inside the portal, which is shown to nobody else. */
export function usePartner(): Partner {
  const partner = use(PartnerContext);
  if (!partner) throw new Error("No portal around this component");
  return partner;
}
