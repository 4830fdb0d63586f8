import { formatDateTime } from "../../../shared/format.ts";
import { deviceName } from "../../../shared/people/accounts.ts";
import { Badge } from "../page/badge.tsx";
import { Button } from "../page/button.tsx";
import type { OwnSession } from "./use-end-sessions.ts";

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
