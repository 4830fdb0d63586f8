import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { z } from "zod";
import type { report } from "../../../../modules/places/intake/precision/schema.ts";
import { counted, formatDay, isolated, number, percent } from "../../../../shared/format.ts";
import { FILE_SOURCES, type FileSource } from "../../../../shared/places/sources.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Confirm } from "../../../kit/dialog/confirm.tsx";
import { Field, SelectField } from "../../../kit/form/field.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { ListCard } from "../../../kit/page/card.tsx";
import { EmptyState, Loaded } from "../../../kit/page/states.tsx";
import { Day, None } from "../../../kit/table/cells.tsx";
import { type Column, Table } from "../../../kit/table/table.tsx";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form.ts";
import { toast, toastError } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";
import { SOURCE_NAMES } from "./words.ts";

type Report = z.output<typeof report>;
type Row = Report["precision"][number] & { readonly id: string; readonly floor: number };

/** How right each source was in each city, and below which share it stays out of the public search. */
export function SourcePrecision() {
  const query = trpc.admin.intakes.report.useQuery({}, { staleTime: 0 });
  return (
    <ListCard
      title="Source accuracy"
      actions={
        <Link to="/admin/reviews" search={{ tab: "samples" }}>
          Check places
        </Link>
      }
    >
      <Loaded query={query} failed="The report could not be loaded" rows={4}>
        {(data) => (
          <>
            <Floors key={JSON.stringify(data.floors)} floors={data.floors} />
            {data.precision.length === 0 ? (
              <EmptyState title="Nothing to check yet">
                Of each new file, 60 places of each city are checked by hand in Reviews.
              </EmptyState>
            ) : (
              <Table caption="Accuracy by city" columns={COLUMNS} rows={rowsOf(data)} />
            )}
            <Reviewers reviewers={data.reviewers} />
          </>
        )}
      </Loaded>
    </ListCard>
  );
}

const rowsOf = ({ precision, floors }: Report): readonly Row[] =>
  precision.map((row) => ({
    ...row,
    id: `${row.source} ${row.cityId}`,
    floor: floors.find(({ source }) => source === row.source)?.floor ?? 0,
  }));

const FLOOR_NEEDS = 20; // docs/limits.md

const COLUMNS: readonly Column<Row>[] = [
  {
    head: "Source",
    look: "main",
    cell: ({ source, city }) => (
      <>
        {SOURCE_NAMES[source]}
        <span className="table-sub">{city}</span>
      </>
    ),
  },
  { head: "Right", cell: (row) => <Right row={row} /> },
  { head: "Checked", cell: ({ at }) => (at ? <Day at={at} /> : <None />) },
  { head: "To check", cell: ({ waiting }) => number.format(waiting) },
  {
    head: "Minimum",
    cell: ({ floor, right, of }) => (
      <>
        {floor > 0 ? percent.format(floor) : <None />}
        {of >= FLOOR_NEEDS && right / of < floor && (
          <>
            {" "}
            <Badge tone="warning">Below</Badge>
          </>
        )}
      </>
    ),
  },
  { head: "Hidden from search", cell: ({ withheld }) => number.format(withheld) },
];

const Right = ({ row: { right, of, low, high } }: { readonly row: Row }) =>
  low === null || high === null ? (
    <None />
  ) : (
    <>
      {`${right} of ${of}`}
      <span className="table-sub">{`${percent.format(low)} to ${percent.format(high)}`}</span>
    </>
  );

/** Sets the floor of one source; those that are set are named. */
function Floors({ floors }: Pick<Report, "floors">) {
  const { fields, sending, onSubmit, ...hiding } = useFloor();
  const set = floors.filter(({ floor }) => floor > 0);
  return (
    <form
      className="source-precision"
      method="post"
      aria-label="Minimum accuracy of a source"
      noValidate
      onSubmit={onSubmit}
    >
      <p className="soft">
        Where a source is right less often than this, places that only it lists are hidden from the public
        search. This needs at least 20 checked places in the city.
      </p>
      <div className="source-precision-fields">
        <SelectField label="Source" name="source" defaultValue="osm" error={fields.source}>
          {FILE_SOURCES.map((source) => (
            <option key={source} value={source}>
              {SOURCE_NAMES[source]}
            </option>
          ))}
        </SelectField>
        <Field
          label="Minimum accuracy (%)"
          name="floor"
          inputMode="decimal"
          autoComplete="off"
          placeholder="80"
          required
          error={fields.floor}
        />
        <Button type="submit" disabled={sending}>
          {sending ? "Saving..." : "Save"}
        </Button>
      </div>
      {set.length > 0 && <p>{`Set: ${set.map(floorLine).join("; ")}`}</p>}
      <AskToHide {...hiding} />
    </form>
  );
}

/** Saves a floor at once, unless it would hide places: then it asks first. */
function useFloor() {
  const [asked, setAsked] = useState<(Wish & { readonly hides: number }) | null>(null);
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.intakes.setFloor.useMutation();
  const { fields, sending, onSubmit } = useSubmit({
    schema: floorForm,
    missing: "Please enter a percentage",
    read: (form) => ({
      source: FILE_SOURCES.find((source) => source === form.get("source")) ?? "osm",
      floor: textOf(form, "floor").replace("%", ""),
    }),
    send: async ({ source, floor }) => {
      const wish = { source, floor: Number(floor) / 100 };
      const { hides } = await utils.client.admin.intakes.previewFloor.query({ ...wish });
      if (hides > 0) setAsked({ ...wish, hides });
      else await save(wish);
    },
    onDone: () => undefined,
    failed: [NOT_SAVED],
  });
  async function save(wish: Wish): Promise<void> {
    const { floor, source, withheld } = await mutateAsync({ ...wish });
    toast({
      title: "Minimum accuracy saved",
      description:
        floor === 0
          ? `${SOURCE_NAMES[source]} is never hidden from search`
          : `${counted(withheld, "place")} of ${SOURCE_NAMES[source]} hidden from search`,
    });
    await utils.admin.invalidate();
  }
  async function hide(): Promise<void> {
    if (!asked) return;
    setAsked(null);
    await save(asked).catch((error: unknown) => toastError(NOT_SAVED, error));
  }
  return { fields, sending, onSubmit, asked, onClose: () => setAsked(null), onConfirm: hide };
}

type AskToHideProps = Pick<ReturnType<typeof useFloor>, "asked" | "onClose" | "onConfirm">;

const AskToHide = ({ asked, ...actions }: AskToHideProps) => (
  <Confirm {...actions} open={asked !== null} title="Hide places from the public search" action="Hide">
    {asked &&
      `${counted(asked.hides, "place")} that only ${SOURCE_NAMES[asked.source]} lists will be hidden, in cities where it is right less often than ${percent.format(asked.floor)}.`}
  </Confirm>
);

interface Wish {
  readonly source: FileSource;
  readonly floor: number;
}

const NOT_SAVED = "The minimum accuracy could not be saved";

const PERCENT_WRONG = "This must be a number from 0 to 100";

const floorForm = z.object({
  source: z.enum(FILE_SOURCES),
  floor: z
    .string()
    .min(1, PERCENT_WRONG)
    .refine((typed) => Number(typed) >= 0 && Number(typed) <= 100, PERCENT_WRONG),
});

const floorLine = ({ source, floor, updatedBy, updatedAt }: Report["floors"][number]): string =>
  `${SOURCE_NAMES[source satisfies FileSource]} ${percent.format(floor)} (${isolated(updatedBy ?? "an operator")}${updatedAt ? `, ${formatDay(updatedAt)}` : ""})`;

/** Known places are mixed with those to check: who checks well says that they are right. */
const Reviewers = ({ reviewers }: Pick<Report, "reviewers">) =>
  reviewers.length === 0 ? null : (
    <p className="source-precision-note soft">
      {`Known places that were said to be right: ${reviewers
        .map(({ name, right, of }) => `${isolated(name)} ${right} of ${of}`)
        .join(", ")}`}
    </p>
  );
