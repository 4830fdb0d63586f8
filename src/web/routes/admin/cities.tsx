import type { z } from "zod";
import type { RankedMetro } from "../../../modules/directory/cities/schema.ts";
import { barInput, type barShown } from "../../../modules/directory/cities/schema.ts";
import { formatDateTime, number } from "../../../shared/format.ts";
import { Button } from "../../kit/controls/button.tsx";
import { Field } from "../../kit/form/field.tsx";
import { Badge } from "../../kit/page/badge.tsx";
import { Card, ListCard } from "../../kit/page/card.tsx";
import { EmptyState, Loaded } from "../../kit/page/states.tsx";
import { CityMap } from "../../kit/site/city-map.tsx";
import { StaffFrame } from "../../kit/staff/frame.tsx";
import { type Column, Table } from "../../kit/table/table.tsx";
import { trpc } from "../../lib/api.tsx";
import { textOf } from "../../lib/form.ts";
import { toast } from "../../lib/toast.ts";
import { useSubmit } from "../../lib/use-submit.ts";

const ALL = 500; // there are about 300 metros

export function CitiesPage() {
  return (
    <StaffFrame title="Cities">
      <Ranking />
    </StaffFrame>
  );
}

function Ranking() {
  const ranking = trpc.admin.cities.rank.useQuery({ limit: ALL }, { staleTime: 0 });
  const state = trpc.admin.cities.bar.useQuery(undefined, { staleTime: 0 });
  const bar = state.data?.bar ?? null;
  return (
    <div className="stack">
      <div className="city-rank">
        <Card>
          <CityMap
            label="A map of the USA and Canada with a dot for each city, larger where more people have confirmed. The table below shows the same numbers."
            points={pointsOf(ranking.data?.items ?? [])}
          />
        </Card>
        <Loaded query={state} failed={FAILED} rows={2}>
          {(data) => <BarCard key={data.bar} state={data} />}
        </Loaded>
      </div>
      <Loaded query={ranking} failed={FAILED}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No one has chosen a city yet">
              Signups and places appear here as soon as they have one.
            </EmptyState>
          ) : (
            <RankTable metros={items} bar={bar} />
          )
        }
      </Loaded>
    </div>
  );
}

const pointsOf = (metros: readonly RankedMetro[]) =>
  metros.map(({ id, name, state, confirmed, missing }) => ({
    id,
    title: `${name}, ${state}: ${confirmed} confirmed`,
    weight: confirmed,
    reached: missing === 0,
  }));

interface RankTableProps {
  readonly metros: readonly RankedMetro[];
  readonly bar: number | null;
}

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
function RankTable({ metros, bar }: RankTableProps) {
  const toBar: Column<RankedMetro> = {
    head: "To open",
    cell: (metro) => <ToBar metro={metro} bar={bar ?? 1} />,
  };
  return (
    <ListCard title="Ranking">
      <Table
        caption="Cities by confirmed people"
        columns={bar === null ? COLUMNS : [...COLUMNS, toBar]}
        rows={metros}
      />
    </ListCard>
  );
}

function ToBar({ metro, bar }: { readonly metro: RankedMetro; readonly bar: number }) {
  if (metro.missing === 0) return <Badge tone="good">Reached</Badge>;
  return (
    <span className="city-rank-missing">
      <progress max={bar} value={metro.confirmed} aria-hidden="true" />
      {`${metro.missing ?? bar} to go`}
    </span>
  );
}

/** Sets how many confirmed people a metro needs. */
function BarCard({ state }: { readonly state: z.output<typeof barShown> }) {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.cities.setBar.useMutation();
  const { fields, sending, onSubmit } = useSubmit({
    schema: barInput,
    missing: "Please enter the number of people",
    read: (form) => ({ bar: textOf(form, "bar") }),
    send: ({ bar }) => mutateAsync({ bar }),
    onDone: () => {
      toast({ title: "The number is saved" });
      void utils.admin.cities.invalidate();
    },
    failed: ["The number could not be saved"],
  });
  return (
    <Card>
      <form className="city-rank-bar" method="post" aria-label={BAR} noValidate onSubmit={onSubmit}>
        <h2>{BAR}</h2>
        <p className="soft">With a confirmed address, before you launch there.</p>
        <Field
          label="Confirmed people"
          name="bar"
          inputMode="numeric"
          required
          defaultValue={state.bar ?? ""}
          error={fields.bar}
        />
        <div className="city-rank-set">
          <Button type="submit" disabled={sending}>
            Save
          </Button>
        </div>
        {state.countedAt && <p className="soft">{`Counted ${formatDateTime(state.countedAt)}`}</p>}
      </form>
    </Card>
  );
}

const FAILED = "The cities could not be loaded";
const BAR = "People a city needs to open";
