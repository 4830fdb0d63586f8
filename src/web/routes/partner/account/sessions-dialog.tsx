import { useRef } from "react";
import { SESSIONS } from "../../../blocks/own-sessions/content.ts";
import { SessionList } from "../../../blocks/own-sessions/session-list.tsx";
import { useEndSessions } from "../../../blocks/own-sessions/use-end-sessions.ts";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus-from.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Loaded } from "../../../ui/loaded/loaded.tsx";

interface SessionsDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The partner's sessions, each with a button that ends it. */
export function SessionsDialog({ open, onClose }: SessionsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={SESSIONS.title}>
      {open && <Sessions />}
    </Dialog>
  );
}

function Sessions() {
  const sessions = trpc.partner.session.list.useQuery(undefined, { staleTime: 0 });
  const { end, endOthers } = useRevokeSessions();
  const list = useRef<HTMLDivElement>(null);
  async function after(act: Promise<void>): Promise<void> {
    const pressed = document.activeElement;
    await act;
    focusFrom(pressed, list.current); // the button is removed with its session
  }
  return (
    <div className="sessions-dialog" ref={list} tabIndex={-1}>
      <Loaded query={sessions} failed={SESSIONS.failed} rows={2}>
        {(all) => (
          <>
            <SessionList sessions={all} onEnd={(id) => void after(end(id))} />
            {all.length > 1 && (
              <Button look="quiet" className="button-small" onClick={() => void after(endOthers())}>
                {SESSIONS.endOthers}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

function useRevokeSessions() {
  const utils = trpc.useUtils();
  return useEndSessions({
    end: trpc.partner.session.end.useMutation().mutateAsync,
    endOthers: trpc.partner.session.endOthers.useMutation().mutateAsync,
    reload: () => utils.partner.session.list.invalidate(),
  });
}
