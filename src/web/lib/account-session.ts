import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, use, useEffect } from "react";
import { trpc } from "./api.tsx";
import { isSignedOut } from "./refusal.ts";

/** One kind of account that signs in: staff and partners have a session each. */
export interface AccountKind<Who> {
  /** Names the entry that the session is kept under. */
  readonly key: string;
  /** Shown where a session ends while it is in use. */
  readonly over: string;
  /** Loads the signed-in account; a 401 means that there is none. */
  readonly ask: (client: ReturnType<typeof trpc.useUtils>["client"]) => Promise<Who>;
}

interface AccountSession<Who> {
  /** Null where no account is signed in. */
  readonly who: Who | null;
  /** Why the session ended while it was in use. */
  readonly why: string | null;
}

const SIGNED_OUT = { who: null, why: null };

/** What the page itself says: the server sends the sign-in to a browser that holds no session cookie. */
export type KnownSession = "signed out" | "not known";
export const SessionContext = createContext<KnownSession>("not known");

/** The signed-in account, loaded once when the first screen opens. */
export function useAccountSession<Who>(kind: AccountKind<Who>) {
  const { client } = trpc.useUtils();
  const queries = useQueryClient();
  const isSignedOutPage = use(SessionContext) === "signed out";
  return useQuery({
    queryKey: [kind.key],
    ...(isSignedOutPage && { initialData: SIGNED_OUT }),
    queryFn: (): Promise<AccountSession<Who>> =>
      kind.ask(client).then(
        (who) => ({ who, why: null }),
        (error: unknown) => {
          if (isSignedOut(error)) return { who: null, why: isIn(queries, kind) ? kind.over : null };
          throw error;
        },
      ),
  });
}

/** Ends or checks the session. */
export const useAccountChange = <Who>(kind: AccountKind<Who>) => changesOf(useQueryClient(), kind);

/** A 401 on a query ends the session; one on a mutation may be a wrong password, so the session is checked. */
export function useAccountWatch<Who>(kind: AccountKind<Who>): void {
  const queries = useQueryClient();
  useEffect(() => {
    const { end, check } = changesOf(queries, kind);
    const stopQueries = queries.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "error") return;
      if (isSignedOut(event.action.error)) queueMicrotask(() => end(kind.over));
    });
    const stopMutations = queries.getMutationCache().subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "error") return;
      if (isSignedOut(event.action.error) && isIn(queries, kind)) void check().catch(() => undefined);
    });
    return () => {
      stopQueries();
      stopMutations();
    };
  }, [queries, kind]);
}

function changesOf<Who>(queries: QueryClient, { key }: AccountKind<Who>) {
  /** Drops everything that was loaded. */
  function end(why: string | null): void {
    queries.getMutationCache().clear();
    // The session's own entry stays: the screen listens to it.
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key });
    queries.setQueryData<AccountSession<Who>>([key], { who: null, why });
  }
  /** Loads the session again. Throws where the server does not answer. */
  async function check(): Promise<AccountSession<Who>> {
    await queries.refetchQueries({ queryKey: [key] }, { throwOnError: true });
    return queries.getQueryData<AccountSession<Who>>([key]) ?? SIGNED_OUT;
  }
  return { end, check } as const;
}

const isIn = <Who>(queries: QueryClient, { key }: AccountKind<Who>): boolean =>
  Boolean(queries.getQueryData<AccountSession<Who>>([key])?.who);
