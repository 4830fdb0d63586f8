import type { PublicMetro } from "../../../modules/directory/cities/schema.ts";
import { type Column, Table } from "../../ui/table/table.tsx";

interface MetroTableProps {
  readonly caption: string;
  readonly metros: readonly PublicMetro[];
}

const number = new Intl.NumberFormat("en-US");
const shown = (count: number | string): string => (typeof count === "number" ? number.format(count) : count);

const COLUMNS: readonly Column<PublicMetro>[] = [
  { head: "City", look: "main", cell: ({ name, state }) => `${name}, ${state}` },
  { head: "Waiting", cell: ({ waiting }) => shown(waiting) },
  { head: "Places", cell: ({ places }) => shown(places) },
  { head: "Masjids", cell: ({ masjids }) => shown(masjids) },
  { head: "Verified", cell: ({ verified }) => shown(verified) },
];

export const MetroTable = ({ caption, metros }: MetroTableProps) => (
  <Table caption={caption} columns={COLUMNS} rows={metros} />
);
