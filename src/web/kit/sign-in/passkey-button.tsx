import { useSyncExternalStore } from "react";
import { PASSKEY } from "../../../copy/en/sign-in.ts";
import type { RequestOptions, SignedResponse } from "../../../shared/people/passkeys.ts";
import { knowsPasskeys, PasskeyDismissed, signWithPasskey } from "../../lib/credentials/passkeys.ts";
import { useBusy } from "../../lib/hooks/use-busy.ts";
import { removeErrorToast } from "../../lib/toast/toast.ts";
import { Button } from "../page/button.tsx";

interface PasskeyButtonProps {
  readonly start: () => Promise<RequestOptions>;
  readonly send: (response: SignedResponse) => Promise<void>;
  readonly onFailed: (error: unknown) => void;
  readonly look?: "quiet" | "primary";
}

/** Signs in with a passkey. It is not shown where the browser knows none. */
export function PasskeyButton({ start, send, onFailed, look = "quiet" }: PasskeyButtonProps) {
  const offered = useSyncExternalStore(never, knowsPasskeys, () => true);
  const [busy, run] = useBusy();
  async function sign(): Promise<void> {
    removeErrorToast();
    try {
      await send(await signWithPasskey(await start()));
    } catch (error) {
      if (!(error instanceof PasskeyDismissed)) onFailed(error);
    }
  }
  if (!offered) return null;
  return (
    <Button
      look={look}
      className="button-wide sign-in-passkey"
      aria-disabled={busy}
      onClick={() => void run(sign)}
    >
      {busy ? PASSKEY.waiting : PASSKEY.use}
    </Button>
  );
}

const never = () => () => undefined;
