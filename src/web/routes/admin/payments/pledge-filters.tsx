import { Pick, Search, Toolbar } from "../../../ui/toolbar/toolbar.tsx";
import { PLEDGES } from "./content.ts";
import type { PledgePlace } from "./list-search-params.ts";

interface FiltersProps {
  readonly place: PledgePlace;
  readonly filter: (change: Partial<PledgePlace>, replace?: boolean) => void;
}

export function PledgeFilters({ place, filter }: FiltersProps) {
  return (
    <Toolbar>
      <Search
        label={PLEDGES.search}
        value={place.q ?? ""}
        onSearch={(q) => filter({ q: q || undefined }, true)}
      />
      <Pick
        label={PLEDGES.state}
        value={String(place.received ?? "")}
        onChange={({ currentTarget: { value } }) =>
          filter({ received: value === "" ? undefined : value === "true" })
        }
      >
        <option value="">{PLEDGES.all}</option>
        <option value="false">{PLEDGES.waitingOnly}</option>
        <option value="true">{PLEDGES.receivedOnly}</option>
      </Pick>
    </Toolbar>
  );
}
