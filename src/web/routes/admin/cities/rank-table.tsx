import type { RankedMetro } from "../../../../modules/directory/cities/schema.ts";
import { act } from "../../../blocks/copy-command/acts.ts";
import { CopyCommand } from "../../../blocks/copy-command/copy-command.tsx";
import { Badge } from "../../../ui/badge/badge.tsx";
import { ListCard } from "../../../ui/list-card/list-card.tsx";
import { type Column, Table } from "../../../ui/table/table.tsx";
import { CITIES } from "./content.ts";

interface RankTableProps {
  readonly metros: readonly RankedMetro[];
  readonly bar: number | null;
}

const number = new Intl.NumberFormat("en-US");

const COLUMNS: readonly Column<RankedMetro>[] = [
  { head: "City", look: "main", cell: ({ rank, name, state }) => `${rank}. ${name}, ${state}` },
  { head: "Confirmed", cell: ({ confirmed }) => number.format(confirmed) },
  { head: "Waiting", cell: ({ waiting }) => number.format(waiting) },
  { head: "In 30 days", cell: ({ growth }) => `+${number.format(growth)}` },
  { head: "Places", cell: ({ places }) => number.format(places) },
  { head: "Verified", cell: ({ verified }) => number.format(verified) },
  { head: "Reported", cell: ({ reported }) => number.format(reported) },
  { head: "Masjids", cell: ({ masjids }) => number.format(masjids) },
];

/** The ranking; with a bar, also how far each metro is. */
export function RankTable({ metros, bar }: RankTableProps) {
  const toBar: Column<RankedMetro> = {
    head: "To the bar",
    cell: (metro) => <ToBar metro={metro} bar={bar ?? 1} />,
  };
  return (
    <ListCard title={CITIES.ranking} actions={<CopyCommand {...act("admin.cities.rank", {})} />}>
      <Table caption={CITIES.table} columns={bar === null ? COLUMNS : [...COLUMNS, toBar]} rows={metros} />
    </ListCard>
  );
}

function ToBar({ metro, bar }: { readonly metro: RankedMetro; readonly bar: number }) {
  if (metro.missing === 0) return <Badge tone="good">{CITIES.reached}</Badge>;
  return (
    <span className="city-rank-missing">
      <progress max={bar} value={metro.confirmed} aria-hidden="true" />
      {CITIES.missing(metro.missing ?? bar)}
    </span>
  );
}
