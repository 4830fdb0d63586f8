import { BUSINESS_TYPES, INQUIRY_SORTS } from "../../../modules/partnerships/schema.ts";
import { Pick, Search, Toolbar } from "../../ui/toolbar/toolbar.tsx";
import { FORM, INQUIRIES } from "./content.ts";
import type { InquiryPlace } from "./list-search-params.ts";

interface FiltersProps {
  readonly place: InquiryPlace;
  readonly filter: (change: Partial<InquiryPlace>, replace?: boolean) => void;
}

export function Filters({ place, filter }: FiltersProps) {
  return (
    <Toolbar>
      <Search
        label={INQUIRIES.search}
        value={place.q ?? ""}
        onSearch={(q) => filter({ q: q || undefined }, true)}
      />
      <Pick
        label={INQUIRIES.state}
        value={String(place.answered ?? "")}
        onChange={({ currentTarget: { value } }) =>
          filter({ answered: value === "" ? undefined : value === "true" })
        }
      >
        <option value="">{INQUIRIES.all}</option>
        <option value="false">{INQUIRIES.waitingOnly}</option>
        <option value="true">{INQUIRIES.answeredOnly}</option>
      </Pick>
      <Pick
        label={INQUIRIES.type}
        value={place.type ?? ""}
        onChange={({ currentTarget: { value } }) =>
          filter({ type: BUSINESS_TYPES.find((type) => type === value) })
        }
      >
        <option value="">{INQUIRIES.all}</option>
        {BUSINESS_TYPES.map((type) => (
          <option key={type} value={type}>
            {FORM.types[type]}
          </option>
        ))}
      </Pick>
      <Pick
        label={INQUIRIES.sort}
        onCardsOnly
        value={place.sort ?? "newest"}
        onChange={({ currentTarget: { value } }) =>
          filter({ sort: INQUIRY_SORTS.find((sort) => sort === value) })
        }
      >
        {INQUIRY_SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {INQUIRIES.sorts[sort]}
          </option>
        ))}
      </Pick>
    </Toolbar>
  );
}
