import type { CreationOptions, Passkey, RegistrationResponse } from "../../../shared/people/passkeys.ts";
import { makePasskey, PasskeyExists } from "../../lib/credentials/passkeys.ts";
import { toast } from "../../lib/toast/toast.ts";
import { toastOutcome } from "../../lib/toast/toast-outcome.ts";

/** The calls of one kind of account. */
export interface PasskeyCalls {
  readonly startAdding: () => Promise<CreationOptions>;
  readonly add: (input: { name: string; response: RegistrationResponse }) => Promise<Passkey>;
  readonly rename: (input: { id: string; name: string }) => Promise<Passkey>;
  readonly remove: (input: { id: string }) => Promise<unknown>;
  readonly reload: () => Promise<unknown>;
}

export function passkeyActions({ startAdding, add, rename, remove, reload }: PasskeyCalls) {
  return {
    /** Throws `PasskeyDismissed` if the user closes the browser's dialog. */
    async add(name: string): Promise<void> {
      const response = await makePasskey(await startAdding());
      await add({ name, response });
      toast({ title: "Passkey added" });
      await reload();
    },
    async rename(id: string, name: string): Promise<void> {
      await rename({ id, name });
      toast({ title: "Passkey renamed" });
      await reload();
    },
    async remove(id: string): Promise<void> {
      await toastOutcome(remove({ id }), {
        done: { title: "Passkey removed" },
        failed: "Failed to remove the passkey",
      });
      await reload(); // also after a refusal: it may have been removed elsewhere
    },
  } as const;
}

/** The sentence for a failure in the browser; null for one that says itself what is wrong. */
export const sentenceOf = (error: unknown): string | null =>
  error instanceof PasskeyExists ? "This device already has a passkey for your account." : null;
