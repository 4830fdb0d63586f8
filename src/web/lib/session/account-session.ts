import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { use, useCallback, useEffect, useRef, useState } from "react";
import { deleteDrafts, hasUnsavedText } from "../drafts.ts";
import { isSignedOut } from "../errors.ts";
import { type AccountKind, onOtherTabs, type SessionChange, tellOtherTabs } from "./account-kind.ts";
import { type Recovery, RecoveryContext } from "./recovery.ts";

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

export interface SessionWaits {
  /** Calls that need the password again. */
  readonly reauthentication: Wait;
  /** Calls that were made after the session had ended. */
  readonly signIn: Wait;
}

/**
 * Watches the session of the screen that is shown. A session that ends over an open form or a change waits for a new
 * sign-in, so that nothing is lost; otherwise the login replaces the screen. What happens in one tab shows in all.
 */
export function useAccountWatch<Who>(kind: AccountKind<Who>): SessionWaits {
  const queries = useQueryClient();
  const slot = use(RecoveryContext);
  const reauthentication = useWait();
  const signIn = useWait();
  const { settle: settlePassword, begin: askPassword } = reauthentication;
  const { settle: settleSignIn, begin: askSignIn } = signIn;
  useEffect(() => {
    const { drop, end, check, isSame } = changesOf(queries, kind);
    /** A 401 on a change may be a wrong password. */
    const isOver = () => kind.ask().then(() => false, isSignedOut);

    async function recoverSignIn(isMutation: boolean): Promise<boolean> {
      if (!whoOf(queries, kind)) return false;
      if (!isMutation && !hasOpenForm()) {
        queueMicrotask(() => end(kind.over));
        return false;
      }
      if (!(await isOver())) return false;
      tellOtherTabs(kind.key, "ended");
      return askSignIn();
    }

    function leave(): void {
      drop(kind.over);
      settlePassword(false);
      settleSignIn(false);
    }

    async function onChange(change: SessionChange): Promise<void> {
      const before = whoOf(queries, kind);
      if (change === "signedIn") {
        const { who } = await check();
        if (before && isSame(before, who)) settleSignIn(true);
      } else if (before && change === "loggedOut") {
        deleteDrafts(`${kind.key}:`);
        leave();
      } else if (before && (await isOver())) {
        if (hasOpenForm()) void askSignIn();
        else leave();
      }
    }

    const recovery: Recovery = { reauthenticate: askPassword, signIn: recoverSignIn };
    slot.current = recovery;
    const stop = onOtherTabs(kind.key, (change) => void onChange(change).catch(() => undefined));
    return () => {
      stop();
      if (slot.current === recovery) slot.current = null;
      settlePassword(false);
      settleSignIn(false);
    };
  }, [queries, kind, slot, askPassword, settlePassword, askSignIn, settleSignIn]);
  return { reauthentication, signIn };
}

/** Whether the screen has a form that would be lost with it: one in an open dialog, or one with text in it. */
const hasOpenForm = (): boolean =>
  [...document.querySelectorAll("form")].some(
    (form) => form.checkVisibility() && (form.closest("[role=dialog]") !== null || hasUnsavedText(form)),
  );

interface Wait {
  readonly isOpen: boolean;
  /** Resolves to what `settle` is called with; the same promise for all that wait at once. */
  readonly begin: () => Promise<boolean>;
  readonly settle: (outcome: boolean) => void;
}

/** Something that the user has to do before calls can go on. */
function useWait(): Wait {
  const [isOpen, setIsOpen] = useState(false);
  const waiting = useRef<PromiseWithResolvers<boolean> | null>(null);
  const begin = useCallback(() => {
    waiting.current ??= Promise.withResolvers<boolean>();
    setIsOpen(true);
    return waiting.current.promise;
  }, []);
  const settle = useCallback((outcome: boolean) => {
    setIsOpen(false);
    waiting.current?.resolve(outcome);
    waiting.current = null;
  }, []);
  return { isOpen, begin, settle };
}
