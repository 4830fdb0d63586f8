import { useRef } from "react";
import type { z } from "zod";
import type { ownSession } from "../../../../modules/partners/schema.ts";
import { trpc } from "../../../lib/api.tsx";
import { deviceName } from "../../../lib/device.ts";
import { messageOf } from "../../../lib/message.ts";
import { toast } from "../../../lib/toast.ts";
import { momentOf } from "../../../lib/when.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { SESSIONS } from "./content.ts";

type OwnSession = z.output<typeof ownSession>;

interface SessionsDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Where one is signed in, and how to end it there. */
export function SessionsDialog({ open, onClose }: SessionsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={SESSIONS.title}>
      {open && <Sessions />}
    </Dialog>
  );
}

function Sessions() {
  const sessions = trpc.partner.session.list.useQuery(undefined, { staleTime: 0 });
  const { end, endOthers } = useEndings();
  const list = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone afterwards.
  const after = (act: Promise<void>) => void act.then(() => list.current?.focus());
  return (
    <div className="own-sessions" ref={list} tabIndex={-1}>
      <Loaded query={sessions} failed={SESSIONS.failed} rows={2}>
        {(all) => (
          <>
            <ul className="session-list">
              {all.map((session) => (
                <Session key={session.id} session={session} onEnd={() => after(end(session.id))} />
              ))}
            </ul>
            {all.length === 1 ? (
              <p className="soft">{SESSIONS.alone}</p>
            ) : (
              <Button look="quiet" className="button-small" onClick={() => after(endOthers())}>
                {SESSIONS.endOthers}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

function Session({ session, onEnd }: { readonly session: OwnSession; readonly onEnd: () => void }) {
  const device = deviceName(session.device);
  return (
    <li className="session">
      <div>
        <p className="session-name">
          <strong>{device}</strong> {session.current && <Badge tone="good">{SESSIONS.current}</Badge>}
        </p>
        <p className="soft">
          {session.address ?? SESSIONS.noAddress} · {SESSIONS.seen}{" "}
          <time dateTime={session.lastSeenAt.toISOString()}>{momentOf(session.lastSeenAt)}</time>
        </p>
      </div>
      {!session.current && (
        <Button look="quiet" className="button-small" onClick={onEnd}>
          {SESSIONS.end}
          <span className="visually-hidden">: {device}</span>
        </Button>
      )}
    </li>
  );
}

function useEndings() {
  const utils = trpc.useUtils();
  const ending = trpc.partner.session.end.useMutation();
  const endingOthers = trpc.partner.session.endOthers.useMutation();
  const told = async (act: Promise<unknown>, done: string): Promise<void> => {
    try {
      await act;
      toast({ title: done });
    } catch (error) {
      const description = messageOf(error);
      toast({ title: SESSIONS.endFailed, variant: "destructive", ...(description && { description }) });
    }
    // Also after a refusal: the session may have ended elsewhere.
    await utils.partner.session.list.invalidate();
  };
  return {
    end: (id: string) => told(ending.mutateAsync({ id }), SESSIONS.ended),
    endOthers: () => told(endingOthers.mutateAsync(), SESSIONS.othersEnded),
  } as const;
}
