import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import type { z } from "zod";
import type { intakeRow, RefusedRow } from "../../../../modules/places/intake/schema.ts";
import { number } from "../../../../shared/format.ts";
import { formatPhone } from "../../../../shared/phone.ts";
import { CATEGORY_NAMES } from "../../../../shared/places/places.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { FIELD_LABELS } from "../../../kit/form/place-labels.ts";
import { saveCsv } from "../../../kit/form/refused-rows.ts";
import { EmptyState, Loaded } from "../../../kit/page/states.tsx";
import { type Column, Table } from "../../../kit/table/table.tsx";
import { UserText } from "../../../kit/text/user-text.tsx";
import { trpc } from "../../../lib/api.tsx";
import type { RowTab } from "./search-params.ts";

type Row = z.output<typeof intakeRow> & { readonly id: string };
type Outcome = Exclude<RowTab, "refused" | "left">;

const AT_ONCE = 50;

interface IntakeRowsProps {
  readonly id: string;
  readonly outcome: Outcome;
}

/** The rows of a file that do the same, in its order. */
export function IntakeRows({ id, outcome }: IntakeRowsProps) {
  const query = trpc.admin.intakes.rows.useInfiniteQuery(
    { id, outcome, limit: AT_ONCE },
    { getNextPageParam: ({ next }) => next ?? undefined, staleTime: 0 },
  );
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <Loaded query={{ ...query, data: query.data?.pages }} failed="The rows could not be loaded">
      {(pages) => {
        const rows = pages.flatMap(({ items }) => items).map((row) => ({ ...row, id: String(row.row) }));
        const total = pages[0]?.total ?? 0;
        if (rows.length === 0) return <EmptyState title={NONE[outcome]}>{WHY[outcome]}</EmptyState>;
        return (
          <>
            {WHY[outcome] && (
              <p className="intake-rows-note soft">
                {WHY[outcome]}{" "}
                {outcome === "unsure" && (
                  <Link to="/admin/reviews" search={{ kind: "match" }}>
                    Open the matches
                  </Link>
                )}
              </p>
            )}
            <Table caption="Rows of the file" columns={COLUMNS[outcome]} rows={rows} />
            <div className="intake-rows-more">
              <p className="soft">{`${number.format(rows.length)} of ${number.format(total)}`}</p>
              {hasNextPage && (
                <Button
                  look="quiet"
                  className="button-small"
                  aria-disabled={isFetchingNextPage}
                  onClick={() => void fetchNextPage()}
                >
                  Show more
                </Button>
              )}
            </div>
          </>
        );
      }}
    </Loaded>
  );
}

const NONE: Readonly<Record<Outcome, string>> = {
  new: "No new place",
  changed: "Nothing changes",
  same: "No place is named for the first time",
  unsure: "No possible matches",
  gone: "The source still has all of its places",
};

const WHY: Readonly<Record<Outcome, string>> = {
  new: "",
  changed: "",
  same: "Listed places that this source names for the first time, without anything new. Rows that say the same as in the release before are counted and not listed.",
  unsure: "They may be listed places. Once the file is applied, staff decide about each in Reviews.",
  gone: "The source had them before and does not have them in this file. They stay, and staff are asked whether they are still open.",
};

const ROW: Column<Row> = { head: "Row", look: "short", cell: ({ row }) => number.format(row) };
const SAYS: Column<Row> = {
  head: "Place",
  look: "main",
  cell: ({ says, place }) => <Place place={says ?? place} />,
};
const CATEGORY: Column<Row> = {
  head: "Category",
  cell: ({ says }) =>
    says && (
      <>
        {CATEGORY_NAMES[says.category]}
        <span className="table-sub">
          <bdi>{says.categoryRule}</bdi>
        </span>
      </>
    ),
};
const LISTED: Column<Row> = {
  head: "Listed place",
  cell: ({ place }) => place && <ListedPlace place={place} />,
};

const COLUMNS: Readonly<Record<Outcome, readonly Column<Row>[]>> = {
  new: [SAYS, CATEGORY, ROW],
  changed: [
    { ...LISTED, look: "main" },
    { head: "Changes", cell: ({ changes }) => <Changes changes={changes} /> },
    ROW,
  ],
  same: [SAYS, LISTED, ROW],
  unsure: [SAYS, { ...LISTED, head: "May be" }, ROW],
  gone: [{ ...LISTED, look: "main", head: "Place" }],
};

interface PlaceProps {
  readonly place: { readonly name: string; readonly address: string; readonly city: string } | null;
}

const Place = ({ place }: PlaceProps) =>
  place && (
    <>
      <UserText text={place.name} />
      <span className="table-sub">
        <UserText text={[place.address, place.city].filter(Boolean).join(", ")} />
      </span>
    </>
  );

const ListedPlace = ({ place }: { readonly place: NonNullable<Row["place"]> }) => (
  <>
    <Link to="/admin/places" search={{ place: place.id }}>
      <UserText text={place.name} />
    </Link>
    <span className="table-sub">
      <UserText text={[place.address, place.city].filter(Boolean).join(", ")} />
    </span>
  </>
);

const labelOf = (field: string): string =>
  field in FIELD_LABELS ? FIELD_LABELS[field as keyof typeof FIELD_LABELS] : field;

const shownValue = (field: string, value: string | number | null): string => {
  if (value === null || value === "") return "empty";
  if (field === "phone") return formatPhone(String(value));
  if (typeof value === "number") return String(Number(value.toFixed(5))); // a position, to a meter
  return field === "category" && value in CATEGORY_NAMES
    ? CATEGORY_NAMES[value as keyof typeof CATEGORY_NAMES]
    : String(value);
};

const Changes = ({ changes }: Pick<Row, "changes">) => (
  <dl className="intake-rows-changes">
    {changes.map(({ field, before, after }) => (
      <Fragment key={field}>
        <dt>{labelOf(field)}</dt>
        <dd>
          <del>
            <bdi>{shownValue(field, before)}</bdi>
          </del>{" "}
          <ins>
            <bdi>{shownValue(field, after)}</bdi>
          </ins>
        </dd>
      </Fragment>
    ))}
  </dl>
);

interface RefusedRowsProps {
  /** The first of them. */
  readonly rows: readonly RefusedRow[];
  readonly total: number;
  /** Of the file that they are saved as. */
  readonly name: string;
}

/** Rows that were not taken, or not whole, with the reason. */
export function RefusedRows({ rows, total, name }: RefusedRowsProps) {
  if (rows.length === 0) return <EmptyState title="Every row was taken">No row was refused.</EmptyState>;
  const shown = rows.map((each, n) => ({ ...each, id: String(n) }));
  return (
    <>
      <Table caption="Rows with reasons" columns={REFUSED} rows={shown} />
      <div className="intake-rows-more">
        <p className="soft">{`${number.format(rows.length)} of ${number.format(total)}`}</p>
        <Button look="quiet" className="button-small" onClick={() => save(rows, name)}>
          Download with the reasons
        </Button>
      </div>
    </>
  );
}

const REFUSED: readonly Column<RefusedRow & { readonly id: string }>[] = [
  { head: "Reason", look: "main", cell: ({ reason }) => <UserText text={reason} /> },
  { head: "Row", look: "short", cell: ({ row }) => number.format(row) },
];

function save(rows: readonly RefusedRow[], name: string): void {
  const lines = rows.map(({ row, reason }) => `${row},"${reason.replaceAll('"', '""')}"`);
  saveCsv(`${name}.csv`, ["Row,Reason", ...lines, ""].join("\r\n"));
}
