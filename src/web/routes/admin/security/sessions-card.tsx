import { useRef, useState } from "react";
import type { z } from "zod";
import type { ownSession } from "../../../../modules/accounts/schema.ts";
import { trpc } from "../../../lib/api.tsx";
import { deviceName } from "../../../lib/device.ts";
import { messageOf } from "../../../lib/message.ts";
import { toast } from "../../../lib/toast.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Confirm } from "../../../ui/confirm.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { SESSIONS } from "./content.ts";

type OwnSession = z.output<typeof ownSession>;

/** Where one is signed in, and how to end it there. */
export function SessionsCard() {
  const sessions = trpc.admin.session.list.useQuery();
  const { end, endOthers } = useEndings();
  const [asked, setAsked] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const others = sessions.data?.some((session) => !session.current);
  const onEnd = async (id: string) => {
    await end(id);
    heading.current?.focus();
  };
  return (
    <Card className="sessions">
      <div className="card-head">
        <h2 ref={heading} tabIndex={-1}>
          {SESSIONS.title}
        </h2>
        {others && (
          <Button look="quiet" className="button-small" onClick={() => setAsked(true)}>
            {SESSIONS.endOthers}
          </Button>
        )}
      </div>
      <Loaded query={sessions} failed={SESSIONS.failed} rows={2}>
        {(list) => <List sessions={list} onEnd={onEnd} />}
      </Loaded>
      <Confirm
        open={asked}
        onClose={() => setAsked(false)}
        title={SESSIONS.endOthers}
        action={SESSIONS.endOthers}
        onConfirm={() => endOthers().finally(() => setAsked(false))}
        focusAfter={() => heading.current}
      >
        {SESSIONS.endOthersText}
      </Confirm>
    </Card>
  );
}

interface ListProps {
  readonly sessions: readonly OwnSession[];
  readonly onEnd: (id: string) => void;
}

function List({ sessions, onEnd }: ListProps) {
  return (
    <>
      <ul className="session-list">
        {sessions.map((session) => (
          <Session key={session.id} session={session} onEnd={() => onEnd(session.id)} />
        ))}
      </ul>
      {sessions.length === 1 && <p className="soft">{SESSIONS.alone}</p>}
    </>
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
          {session.address ?? SESSIONS.noAddress} · {SESSIONS.seen} <Moment at={session.lastSeenAt} /> ·{" "}
          {SESSIONS.since} <Moment at={session.createdAt} />
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

const FORM = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

const Moment = ({ at }: { readonly at: Date }) => <time dateTime={at.toISOString()}>{FORM.format(at)}</time>;

function useEndings() {
  const utils = trpc.useUtils();
  const ending = trpc.admin.session.end.useMutation();
  const endingOthers = trpc.admin.session.endOthers.useMutation();
  const told = async (act: Promise<unknown>, done: string): Promise<void> => {
    try {
      await act;
      toast({ title: done });
    } catch (error) {
      const description = messageOf(error);
      toast({ title: SESSIONS.endFailed, variant: "destructive", ...(description && { description }) });
    }
    // Also after a refusal: the session may have ended elsewhere.
    await utils.admin.session.list.invalidate();
  };
  return {
    end: (id: string) => told(ending.mutateAsync({ id }), SESSIONS.ended),
    endOthers: () => told(endingOthers.mutateAsync(), SESSIONS.othersEnded),
  } as const;
}
