import { useState } from "react";
import { refusalOf } from "../../lib/refusal.ts";

/** The password and code that the user entered again. */
export interface Proof {
  readonly password?: string;
  readonly token?: string;
}

export interface Asking {
  /** Continues the interrupted action. Throws if the proof is refused, so that the user can try again. */
  readonly attempt: (proof: Proof) => Promise<void>;
  /** Does nothing while an attempt is in progress: the user must see its outcome. */
  readonly giveUp: () => void;
}

export const GAVE_UP = Symbol("gave up");

const REFUSED: ReadonlySet<number> = new Set([400, 401, 403, 429]);

/**
 * For actions that require a recent sign-in. `withProof` runs the action; if the server requires the password and
 * code again, it opens the dialog and then retries. Resolves to GAVE_UP if the user closes the dialog.
 */
export function useProof() {
  const [asking, setAsking] = useState<Asking | null>(null);

  function ask<Result>(action: (proof: Proof) => Promise<Result>): Promise<Result | typeof GAVE_UP> {
    const { promise, resolve, reject } = Promise.withResolvers<Result | typeof GAVE_UP>();
    const close = () => setAsking(null);
    let attempting = false;
    const attempt = async (proof: Proof) => {
      attempting = true;
      try {
        resolve(await action(proof));
      } catch (error) {
        const status = refusalOf(error)?.status;
        if (status === undefined || REFUSED.has(status)) throw error;
        reject(error);
      } finally {
        attempting = false;
      }
      close();
    };
    const giveUp = () => {
      if (attempting) return;
      resolve(GAVE_UP);
      close();
    };
    setAsking({ attempt, giveUp });
    return promise;
  }

  async function withProof<Result>(
    action: (proof: Proof) => Promise<Result>,
  ): Promise<Result | typeof GAVE_UP> {
    try {
      return await action({});
    } catch (error) {
      if (refusalOf(error)?.code !== "REAUTHENTICATE") throw error;
      return ask(action);
    }
  }

  return { asking, withProof } as const;
}
