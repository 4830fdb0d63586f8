import { Link } from "@tanstack/react-router";
import type { AuditEntry } from "../../../../../modules/audit/schema.ts";
import { sentenceOf } from "../../../../../shared/audit/sentence.ts";
import { trpc } from "../../../../lib/api.tsx";
import { formatDateTime } from "../../../../lib/format/format-date.ts";
import { ListCard } from "../../../../ui/list-card/list-card.tsx";
import { Loaded } from "../../../../ui/loaded/loaded.tsx";
import { UserText } from "../../../../ui/user-text/user-text.tsx";
import { HISTORY } from "../content.ts";

const SHOWN = 8; // entries; the audit log has all

/** What was done to a place, in sentences, newest first. */
export function HistoryCard({ placeId }: { readonly placeId: string }) {
  const entries = trpc.admin.audit.list.useQuery({ q: placeId, limit: SHOWN }, { staleTime: 0 });
  return (
    <ListCard
      title={HISTORY.title}
      actions={
        <Link to="/admin/audit" search={{ q: placeId }}>
          {HISTORY.all}
        </Link>
      }
    >
      <div className="place-record-body">
        <Loaded query={entries} failed={HISTORY.failed} rows={3}>
          {({ items }) =>
            items.length === 0 ? (
              <p className="soft">{HISTORY.none}</p>
            ) : (
              <ol className="place-record-reasons">
                {items.map((entry) => (
                  <li key={entry.id}>
                    <UserText text={lineOf(entry)} />
                    <time className="table-sub" dateTime={entry.at.toISOString()}>
                      {formatDateTime(entry.at)}
                    </time>
                  </li>
                ))}
              </ol>
            )
          }
        </Loaded>
      </div>
    </ListCard>
  );
}

function lineOf({ actor, action, after, name }: AuditEntry): string {
  const { text, record } = sentenceOf(action, after, name);
  return `${actor.name ?? HISTORY.actors[actor.kind as keyof typeof HISTORY.actors] ?? actor.kind} ${text}${record ? record.words + record.rest : ""}`;
}
