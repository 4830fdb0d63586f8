import type { RankedMetro } from "../../../../modules/directory/cities/schema.ts";
import { CityMap } from "../../../blocks/city-map/city-map.tsx";
import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { trpc } from "../../../lib/api.tsx";
import { Card } from "../../../ui/card/card.tsx";
import { Loaded } from "../../../ui/loaded/loaded.tsx";
import { EmptyState } from "../../../ui/states/states.tsx";
import { BarCard } from "./bar-card.tsx";
import { CITIES } from "./content.ts";
import { RankTable } from "./rank-table.tsx";

const ALL = 500; // there are about 300 metros

export function CitiesPage() {
  return (
    <StaffFrame title={CITIES.title}>
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
          <CityMap label={CITIES.map} points={pointsOf(ranking.data?.items ?? [])} />
        </Card>
        <Loaded query={state} failed={CITIES.failed} rows={2}>
          {(data) => <BarCard key={data.bar} state={data} />}
        </Loaded>
      </div>
      <Loaded query={ranking} failed={CITIES.failed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={CITIES.none}>{CITIES.noneText}</EmptyState>
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
    title: `${name}, ${state}: ${CITIES.people(confirmed)}`,
    weight: confirmed,
    reached: missing === 0,
  }));
