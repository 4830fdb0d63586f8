import { useRef } from "react";
import { focusFrom } from "../../lib/focus-from.ts";
import { useBusy } from "../../lib/hooks/use-busy.ts";
import { toastOutcome } from "../../lib/toast/toast-outcome.ts";
import { Button } from "../page/button.tsx";
import { Loaded, type Loading } from "../page/loaded.tsx";
import { SessionList } from "./session-list.tsx";
import { type OwnSession, useEndSessions } from "./use-end-sessions.ts";

interface AccountSessionsProps {
  readonly query: Loading<readonly OwnSession[]>;
  readonly end: (input: { readonly id: string }) => Promise<unknown>;
  readonly endAll?: () => Promise<unknown>;
  readonly reload: () => Promise<unknown>;
}

/** Where the owner of another account is signed in. */
export function AccountSessions({ query, end, endAll, reload }: AccountSessionsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [busy, start] = useBusy();
  const ending = useEndSessions({ end, endOthers: () => Promise.resolve(), reload });
  async function keepFocus(work: () => Promise<unknown>): Promise<void> {
    const pressed = document.activeElement;
    await work();
    focusFrom(pressed, heading.current); // the pressed button may be gone
  }
  async function endEvery(endEach: () => Promise<unknown>): Promise<void> {
    await toastOutcome(endEach(), {
      done: { title: "All sessions ended" },
      failed: "Failed to end the sessions",
    });
    await reload();
  }
  return (
    <section>
      <div className="account-sessions-head">
        <h3 ref={heading} tabIndex={-1}>
          Where they are signed in
        </h3>
        {endAll && (query.data?.length ?? 0) > 0 && (
          <Button
            look="quiet"
            className="button-tiny"
            aria-disabled={busy}
            onClick={() => void start(() => keepFocus(() => endEvery(endAll)))}
          >
            {busy ? "Ending..." : "End all"}
          </Button>
        )}
      </div>
      <Loaded query={query} failed="The sessions could not be loaded" rows={2}>
        {(list) =>
          list.length === 0 ? (
            <p className="soft">They are not signed in anywhere.</p>
          ) : (
            <SessionList sessions={list} onEnd={(id) => void keepFocus(() => ending.end(id))} />
          )
        }
      </Loaded>
    </section>
  );
}
