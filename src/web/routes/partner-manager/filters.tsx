import { PARTNER_SORTS } from "../../../modules/partners/schema.ts";
import { Pick, Search, Toolbar } from "../../ui/toolbar/toolbar.tsx";
import { PARTNERS } from "./content.ts";
import type { PartnerPlace } from "./list-search-params.ts";

interface FiltersProps {
  readonly place: PartnerPlace;
  readonly filter: (change: Partial<PartnerPlace>, replace?: boolean) => void;
}

export function Filters({ place, filter }: FiltersProps) {
  return (
    <Toolbar>
      <Search
        label={PARTNERS.search}
        value={place.q ?? ""}
        onSearch={(q) => filter({ q: q || undefined }, true)}
      />
      <Pick
        label={PARTNERS.state}
        value={String(place.verified ?? "")}
        onChange={({ currentTarget: { value } }) =>
          filter({ verified: value === "" ? undefined : value === "true" })
        }
      >
        <option value="">{PARTNERS.all}</option>
        <option value="true">{PARTNERS.verified}</option>
        <option value="false">{PARTNERS.pending}</option>
      </Pick>
      <Pick
        label={PARTNERS.sort}
        onCardsOnly
        value={place.sort ?? "newest"}
        onChange={({ currentTarget: { value } }) =>
          filter({ sort: PARTNER_SORTS.find((sort) => sort === value) })
        }
      >
        {PARTNER_SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {PARTNERS.sorts[sort]}
          </option>
        ))}
      </Pick>
    </Toolbar>
  );
}
