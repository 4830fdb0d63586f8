import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { createContext } from "react";
import type { AppRouter } from "../../../router.ts";
import { isSignedOut, needsReauthentication } from "../errors.ts";

/** What a screen does about a call that is refused because of the session. Resolves to whether to repeat the call. */
export interface Recovery {
  readonly reauthenticate: () => Promise<boolean>;
  readonly signIn: (isMutation: boolean) => Promise<boolean>;
}

/** The recovery of the screen that is shown; null on screens without a session. */
export interface RecoverySlot {
  current: Recovery | null;
}

export const RecoveryContext = createContext<RecoverySlot>({ current: null });

/** Holds back a call that is refused because of the session, and repeats it once the user has signed in again. */
export const recoveryLink =
  (slot: RecoverySlot): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let stopped = false;
      let call = send();
      function send() {
        return next(op).subscribe({
          ...observer,
          error(error) {
            void recovered(slot.current, op.type === "mutation", error).then((again) => {
              if (stopped) return;
              if (again) call = send();
              else observer.error(error);
            });
          },
        });
      }
      return () => {
        stopped = true;
        call.unsubscribe();
      };
    });

async function recovered(recovery: Recovery | null, isMutation: boolean, error: unknown): Promise<boolean> {
  if (!recovery) return false;
  if (needsReauthentication(error)) return recovery.reauthenticate();
  return isSignedOut(error) && recovery.signIn(isMutation);
}
