import { useState } from "react";
import { refusalOf } from "../../lib/refusal.ts";

/** Password and code given once more. */
export interface Proof {
  readonly password?: string;
  readonly token?: string;
}

export interface Asking {
  /** Does what was begun. Throws where the proof was not taken, so that it can be given again. */
  readonly attempt: (proof: Proof) => Promise<void>;
  /** Does nothing while an attempt is under way: what comes of it must be seen. */
  readonly giveUp: () => void;
}

export const GAVE_UP = Symbol("gave up");

const REFUSED: ReadonlySet<number> = new Set([400, 401, 403, 429]);

/**
 * For acts that want a recent sign-in. `withProof` does the act; where the server asks for password and code it
 * opens the dialog and goes on with what was begun. Resolves to GAVE_UP where the person closed the dialog.
 */
export function useProof() {
  const [asking, setAsking] = useState<Asking | null>(null);

  function ask<Result>(act: (proof: Proof) => Promise<Result>): Promise<Result | typeof GAVE_UP> {
    const { promise, resolve, reject } = Promise.withResolvers<Result | typeof GAVE_UP>();
    const close = () => setAsking(null);
    let going = false;
    const attempt = async (proof: Proof) => {
      going = true;
      try {
        resolve(await act(proof));
      } catch (error) {
        const status = refusalOf(error)?.status;
        if (status === undefined || REFUSED.has(status)) throw error;
        reject(error);
      } finally {
        going = false;
      }
      close();
    };
    const giveUp = () => {
      if (going) return;
      resolve(GAVE_UP);
      close();
    };
    setAsking({ attempt, giveUp });
    return promise;
  }

  async function withProof<Result>(act: (proof: Proof) => Promise<Result>): Promise<Result | typeof GAVE_UP> {
    try {
      return await act({});
    } catch (error) {
      if (refusalOf(error)?.code !== "REAUTHENTICATE") throw error;
      return ask(act);
    }
  }

  return { asking, withProof } as const;
}
