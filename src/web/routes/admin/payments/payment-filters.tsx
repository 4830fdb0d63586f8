import { PAYMENT_KINDS, PAYMENT_STATUSES } from "../../../../modules/payments/schema.ts";
import { Pick, Search, Toolbar } from "../../../ui/toolbar/toolbar.tsx";
import { GIFTS } from "./content.ts";
import type { GiftPlace } from "./list-search-params.ts";

interface FiltersProps {
  readonly place: GiftPlace;
  readonly filter: (change: Partial<GiftPlace>, replace?: boolean) => void;
}

export function PaymentFilters({ place, filter }: FiltersProps) {
  return (
    <Toolbar>
      <Search
        label={GIFTS.search}
        value={place.q ?? ""}
        onSearch={(q) => filter({ q: q || undefined }, true)}
      />
      <Pick
        label={GIFTS.status}
        value={place.status ?? ""}
        onChange={({ currentTarget: { value } }) =>
          filter({ status: PAYMENT_STATUSES.find((status) => status === value) })
        }
      >
        <option value="">{GIFTS.all}</option>
        {PAYMENT_STATUSES.map((status) => (
          <option key={status} value={status}>
            {GIFTS.statuses[status]}
          </option>
        ))}
      </Pick>
      <Pick
        label={GIFTS.gateway}
        value={place.kind ?? ""}
        onChange={({ currentTarget: { value } }) =>
          filter({ kind: PAYMENT_KINDS.find((kind) => kind === value) })
        }
      >
        <option value="">{GIFTS.all}</option>
        {PAYMENT_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {GIFTS.gateways[kind]}
          </option>
        ))}
      </Pick>
    </Toolbar>
  );
}
