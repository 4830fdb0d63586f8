import { useQueryClient } from "@tanstack/react-query";
import { use, useCallback, useEffect, useRef, useState } from "react";
import { deleteDrafts } from "../form/draft.ts";
import { hasUnsavedText } from "../form/unsaved-text.ts";
import { isSignedOut } from "../refusal.ts";
import type { AccountKind } from "./account-kind.ts";
import { changesOf, whoOf } from "./account-session.ts";
import { onOtherTabs, type SessionChange, tellOtherTabs } from "./other-tabs.ts";
import { type Recovery, RecoveryContext } from "./recovery.ts";

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
