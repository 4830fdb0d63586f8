import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { deleteDrafts } from "../form/draft.ts";
import { isSignedOut } from "../refusal.ts";
import type { AccountKind } from "./account-kind.ts";
import { tellOtherTabs } from "./other-tabs.ts";

interface AccountSession<Who> {
  /** Null if no account is signed in. */
  readonly who: Who | null;
  /** Why the session ended while it was in use. */
  readonly why: string | null;
}

const SIGNED_OUT = { who: null, why: null };

/** The signed-in account, loaded once when the first screen opens. */
export function useAccountSession<Who>(kind: AccountKind<Who>) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: [kind.key],
    queryFn: (): Promise<AccountSession<Who>> =>
      kind.ask().then(
        (who) => ({ who, why: null }),
        (error: unknown) => {
          if (isSignedOut(error)) return { who: null, why: whoOf(queries, kind) ? kind.over : null };
          throw error;
        },
      ),
  });
}

/** Ends or checks the session. */
export const useAccountChange = <Who>(kind: AccountKind<Who>) => changesOf(useQueryClient(), kind);

export function changesOf<Who>(queries: QueryClient, kind: AccountKind<Who>) {
  const { key, idOf } = kind;
  // The session's own entry stays: the screen listens to it.
  const dropLoaded = () => queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key });

  /** Drops everything that was loaded, in this tab. `why` is shown above the login. */
  function drop(why: string | null): void {
    queries.getMutationCache().clear();
    dropLoaded();
    queries.setQueryData<AccountSession<Who>>([key], { who: null, why });
  }

  /** Ends the session in all tabs. `why` is null if the user logged out. */
  function end(why: string | null): void {
    drop(why);
    if (why === null) deleteDrafts(`${key}:`);
    tellOtherTabs(key, why === null ? "loggedOut" : "ended");
  }

  /**
   * Loads the session again. Throws if the server does not answer. For another account the page is loaded anew: what
   * a form of the first one still has to send must not be sent as the second.
   */
  async function check(): Promise<AccountSession<Who>> {
    const before = whoOf(queries, kind);
    await queries.refetchQueries({ queryKey: [key] }, { throwOnError: true });
    const session = queries.getQueryData<AccountSession<Who>>([key]) ?? SIGNED_OUT;
    if (before && !session.who) dropLoaded();
    if (before && session.who && !isSame(before, session.who)) window.location.reload();
    return session;
  }

  /** Loads the session that a login has just opened, here and in the other tabs. */
  async function enter(): Promise<AccountSession<Who>> {
    const session = await check();
    if (session.who) tellOtherTabs(key, "signedIn");
    return session;
  }

  const isSame = (one: Who, other: Who | null): boolean => other !== null && idOf(one) === idOf(other);

  return { drop, end, check, enter, isSame } as const;
}

export const whoOf = <Who>(queries: QueryClient, { key }: AccountKind<Who>): Who | null =>
  queries.getQueryData<AccountSession<Who>>([key])?.who ?? null;
