import { useRef, useState } from "react";
import type { HeldBack as Held } from "../../../modules/quarantine/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { formatDateTime } from "../../lib/format-date.ts";
import { Button } from "../../ui/button/button.tsx";
import { Confirm } from "../../ui/confirm/confirm.tsx";
import { ListCard } from "../../ui/list-card/list-card.tsx";
import { Loaded } from "../../ui/loaded/loaded.tsx";
import { EmptyState } from "../../ui/states/states.tsx";
import { type Column, Table } from "../../ui/table/table.tsx";
import { DELETION, HELD, INQUIRIES } from "./content.ts";
import { useSettle } from "./use-settle.ts";

/** What the honeypot held back, of both forms, and the choice between letting it through and deleting it. */
export function HeldBack() {
  const held = trpc.admin.quarantine.list.useQuery();
  const [asked, setAsked] = useState<Held | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { release, remove } = useSettle(() => heading.current?.focus());
  const columns = columnsOf(release, setAsked);
  return (
    <ListCard title={HELD.title} headingRef={heading}>
      <p className="list-note">{HELD.text}</p>
      <Loaded query={held} failed={HELD.failed} rows={3}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState title={HELD.empty}>{HELD.emptyText}</EmptyState>
          ) : (
            <Table caption={HELD.caption} columns={columns} rows={items} />
          )
        }
      </Loaded>
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={HELD.askTitle}
        action={DELETION.confirm}
        acting={DELETION.deleting}
        onConfirm={async () => {
          if (asked && (await remove(asked))) setAsked(null);
        }}
      >
        {HELD.ask(asked?.name ?? "")}
      </Confirm>
    </ListCard>
  );
}

function columnsOf(release: (item: Held) => unknown, ask: (item: Held) => void): readonly Column<Held>[] {
  return [
    { head: HELD.columns.name, look: "main", cell: ({ name }) => name },
    { head: HELD.columns.email, cell: ({ email }) => email },
    { head: HELD.columns.form, cell: ({ form }) => HELD.forms[form] },
    {
      head: HELD.columns.message,
      cell: ({ message }) => message || <span className="table-none">{INQUIRIES.none}</span>,
    },
    {
      head: HELD.columns.received,
      cell: ({ createdAt }) => <time dateTime={createdAt.toISOString()}>{formatDateTime(createdAt)}</time>,
    },
    {
      head: HELD.columns.actions,
      cell: (item) => (
        <div className="row-actions">
          <Button
            look="quiet"
            className="button-tiny"
            aria-label={HELD.releaseOf(item.name)}
            onClick={() => release(item)}
          >
            {HELD.release}
          </Button>
          <Button
            look="quiet"
            className="button-tiny"
            aria-label={HELD.deleteOf(item.name)}
            onClick={() => ask(item)}
          >
            {HELD.delete}
          </Button>
        </div>
      ),
    },
  ];
}
