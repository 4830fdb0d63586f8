import { useState } from "react";
import type { Sources as Report } from "../../../../modules/waitlist/sources/schema.ts";
import { trpc } from "../../../lib/api.tsx";
import { useNow } from "../../../lib/format/format-date.ts";
import { lastDays } from "../../../lib/last-days.ts";
import { Button, ButtonLink } from "../../../ui/button/button.tsx";
import { Count, Counts } from "../../../ui/count/count.tsx";
import { ListCard } from "../../../ui/list-card/list-card.tsx";
import { Loaded } from "../../../ui/loaded/loaded.tsx";
import { SparkLine } from "../../../ui/spark-line/spark-line.tsx";
import { type Column, Table } from "../../../ui/table/table.tsx";

const SOURCES = {
  title: "Where people come from",
  failed: "The sources could not be loaded",
  caption: "Sources of the last 30 days",
  show: "Show sources",
  hide: "Hide sources",
  export: "Download by day as CSV",
  file: "/api/admin/waitlist/sources/export",
  none: "Nothing was counted in the last 30 days.",
  source: "Source",
  lastDays: (kind: string) => `${kind} by day, last 30 days`,
  names: { direct: "Direct", friend: "A friend's link", other: "Other" } as Readonly<Record<string, string>>,
} as const;

const KINDS = [
  ["views", "Views"],
  ["joins", "Joined"],
  ["confirmations", "Confirmed"],
  ["acceptances", "Accepted"],
] as const;

type Row = Report["sources"][number] & { readonly id: string };

const number = new Intl.NumberFormat("en-US");

const COLUMNS: readonly Column<Row>[] = [
  { head: SOURCES.source, look: "main", cell: ({ source }) => SOURCES.names[source] ?? source },
  ...KINDS.map(
    ([kind, head]): Column<Row> => ({ head, look: "short", cell: (row) => number.format(row[kind]) }),
  ),
];

/** Views, joins, confirmations and acceptances of the last 30 days, by day and by source; read once they are opened. */
export function Sources() {
  const [open, setOpen] = useState(false);
  return (
    <ListCard
      title={SOURCES.title}
      actions={
        <Button look="quiet" className="button-tiny" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? SOURCES.hide : SOURCES.show}
        </Button>
      }
    >
      {open && <Figures />}
    </ListCard>
  );
}

function Figures() {
  const report = trpc.admin.waitlist.sources.useQuery({}, { staleTime: 0 });
  return (
    <Loaded query={report} failed={SOURCES.failed} rows={3}>
      {({ days, sources }) => (
        <>
          <Growth days={days} />
          {sources.length === 0 ? (
            <p className="soft">{SOURCES.none}</p>
          ) : (
            <>
              <Table
                caption={SOURCES.caption}
                columns={COLUMNS}
                rows={sources.map((row) => ({ ...row, id: row.source }))}
              />
              <ButtonLink look="text" href={SOURCES.file} download>
                {SOURCES.export}
              </ButtonLink>
            </>
          )}
        </>
      )}
    </Loaded>
  );
}

function Growth({ days }: Pick<Report, "days">) {
  const now = useNow();
  return (
    <Counts>
      {KINDS.map(([kind, label]) => {
        const shown = lastDays(
          days.map((each) => ({ day: each.day, count: each[kind] })),
          now,
        );
        return (
          <Count key={kind} label={label} value={shown.reduce((sum, { count }) => sum + count, 0)}>
            <SparkLine label={SOURCES.lastDays(label)} days={shown} />
          </Count>
        );
      })}
    </Counts>
  );
}
