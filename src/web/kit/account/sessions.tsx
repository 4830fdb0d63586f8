import { useRef } from "react";
import type { z } from "zod";
import { formatDateTime } from "../../../shared/format.ts";
import { deviceName, type ownSession } from "../../../shared/people/accounts.ts";
import { focusFrom } from "../../lib/focus.ts";
import { toast, toastError, toastOutcome } from "../../lib/toast.ts";
import { useBusy, useOnce } from "../../lib/use-busy.ts";
import { Button } from "../controls/button.tsx";
import { Badge } from "../page/badge.tsx";
import { Loaded, type Loading } from "../page/states.tsx";

export const SESSIONS = {
  endOthers: "End all others",
} as const;

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

interface SessionListProps {
  readonly sessions: readonly OwnSession[];
  readonly onEnd: (id: string) => void;
}

/** The account's sessions, each with a button that ends it, except the current one. */
export const SessionList = ({ sessions, onEnd }: SessionListProps) => (
  <>
    <ul className="session-list">
      {sessions.map((session) => (
        <Session key={session.id} session={session} onEnd={() => onEnd(session.id)} />
      ))}
    </ul>
    {sessions.length === 1 && sessions[0]?.current && (
      <p className="soft">You are not signed in anywhere else.</p>
    )}
  </>
);

interface SessionProps {
  readonly session: OwnSession;
  readonly onEnd: () => void;
}

function Session({ session, onEnd }: SessionProps) {
  const device = deviceName(session.device);
  return (
    <li className="session-list-item">
      <div>
        <p className="session-list-name">
          <strong>{device}</strong> {session.current && <Badge tone="good">This device</Badge>}
        </p>
        <p className="soft">
          {session.address ?? "Unknown address"} · Last seen <Moment at={session.lastSeenAt} /> · Signed in{" "}
          <Moment at={session.createdAt} />
        </p>
      </div>
      {!session.current && (
        <Button look="quiet" className="button-small" onClick={onEnd}>
          End this one
          <span className="visually-hidden">: {device}</span>
        </Button>
      )}
    </li>
  );
}

const Moment = ({ at }: { readonly at: Date }) => (
  <time dateTime={at.toISOString()}>{formatDateTime(at)}</time>
);

type OwnSession = z.output<typeof ownSession>;

/** The calls of one kind of account. */
interface Calls {
  readonly end: (input: { readonly id: string }) => Promise<unknown>;
  readonly endOthers: () => Promise<unknown>;
  readonly reload: () => Promise<unknown>;
}

/** Ends sessions, shows a toast with the outcome and reloads the list. */
export function useEndSessions({ end, endOthers, reload }: Calls) {
  const once = useOnce();
  const report = async (ending: Promise<unknown>, done: string): Promise<void> => {
    try {
      await ending;
      toast({ title: done });
    } catch (error) {
      toastError("Failed to end the session. Please try again.", error);
    }
    await reload(); // also after a refusal: the session may have ended elsewhere
  };
  return {
    end: (id: string) => once(id, () => report(end({ id }), "Session ended")),
    endOthers: () => once("others", () => report(endOthers(), "All other sessions ended")),
  } as const;
}
