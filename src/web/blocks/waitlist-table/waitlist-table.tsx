import { SIGNUP_SORTS } from "../../../modules/waitlist/schema.ts";
import { waysOn } from "../../lib/paging.ts";
import { useFullPage } from "../../lib/use-full-page.ts";
import { useListSearchParams } from "../../lib/use-search-params.ts";
import { ListCard } from "../../ui/list-card/list-card.tsx";
import { Loaded } from "../../ui/loaded/loaded.tsx";
import { Pager } from "../../ui/pager/pager.tsx";
import { NothingFound } from "../../ui/states/nothing-found.tsx";
import { Table } from "../../ui/table/table.tsx";
import { Pick, Search, Toolbar } from "../../ui/toolbar/toolbar.tsx";
import { signupColumns } from "./columns.tsx";
import { SIGNUPS } from "./content.ts";
import { SignupExport } from "./export-link.tsx";
import { isFiltered, type SignupPlace, type SignupSort, signupPlace } from "./list-search-params.ts";
import { isReversible, useSignups } from "./use-signups.ts";

interface WaitlistTableProps {
  /** The key of its state in the address, where a screen shows another list too. */
  readonly scope?: string;
  readonly pageSize?: number;
}

/** The signups: searched, sorted, filtered and paged by the server. */
export function WaitlistTable({ scope, pageSize = 25 }: WaitlistTableProps) {
  const { place, trail, filter, step, clear } = useListSearchParams(signupPlace, scope);
  const signups = useSignups(place, pageSize);
  useFullPage(signups.data, { place, step });
  return (
    <ListCard title={SIGNUPS.title} actions={<SignupExport place={place} />}>
      <Filters place={place} filter={filter} />
      <Loaded query={signups} failed={SIGNUPS.failed}>
        {({ items, total, next }) =>
          items.length === 0 ? (
            <NothingFound words={SIGNUPS} filtered={isFiltered(place)} onClear={clear} />
          ) : (
            <>
              <Table
                caption={SIGNUPS.caption}
                columns={signupColumns}
                rows={items}
                keyOf={(signup) => signup.id}
                sort={place.sort ?? "newest"}
                onSort={(sort) => filter({ sort })}
                busy={signups.isPlaceholderData}
              />
              <Pager
                label={SIGNUPS.pages}
                total={total}
                ways={waysOn(
                  place,
                  trail,
                  { count: items.length, total, next },
                  pageSize,
                  isReversible(place.sort),
                )}
                onStep={step}
              />
            </>
          )
        }
      </Loaded>
    </ListCard>
  );
}

interface FiltersProps {
  readonly place: SignupPlace;
  readonly filter: (change: Partial<SignupPlace>, replace?: boolean) => void;
}

const BETA = { true: true, false: false } as const;

function Filters({ place, filter }: FiltersProps) {
  return (
    <Toolbar>
      <Search
        label={SIGNUPS.search}
        value={place.q ?? ""}
        onSearch={(q) => filter({ q: q || undefined }, true)}
      />
      <Pick
        label={SIGNUPS.beta}
        value={String(place.beta ?? "")}
        onChange={({ currentTarget: { value } }) =>
          filter({ beta: value === "true" || value === "false" ? BETA[value] : undefined })
        }
      >
        <option value="">{SIGNUPS.all}</option>
        <option value="true">{SIGNUPS.betaOnly}</option>
        <option value="false">{SIGNUPS.others}</option>
      </Pick>
      <Pick
        label={SIGNUPS.sort}
        onCardsOnly
        value={place.sort ?? "newest"}
        onChange={({ currentTarget: { value } }) => filter({ sort: sortOf(value) })}
      >
        {SIGNUP_SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {SIGNUPS.sorts[sort]}
          </option>
        ))}
      </Pick>
    </Toolbar>
  );
}

const sortOf = (value: string): SignupSort | undefined => SIGNUP_SORTS.find((sort) => sort === value);
