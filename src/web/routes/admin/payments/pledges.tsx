import { keepPreviousData } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Pledge } from "../../../../modules/payments/schema.ts";
import { trpc } from "../../../lib/api.tsx";
import { waysOn } from "../../../lib/paging.ts";
import { useFullPage } from "../../../lib/use-full-page.ts";
import { useListSearchParams } from "../../../lib/use-search-params.ts";
import { ListCard } from "../../../ui/list-card/list-card.tsx";
import { Loaded } from "../../../ui/loaded/loaded.tsx";
import { Pager } from "../../../ui/pager/pager.tsx";
import { NothingFound } from "../../../ui/states/nothing-found.tsx";
import { Table } from "../../../ui/table/table.tsx";
import { PLEDGES } from "./content.ts";
import { type PledgePlace, pledgePlace } from "./list-search-params.ts";
import { pledgeColumns } from "./pledge-columns.tsx";
import { PledgeFilters } from "./pledge-filters.tsx";
import { ReceiveDialog } from "./receive-dialog.tsx";

const PAGE_SIZE = 25;

/** What was to come by Venmo or Zelle; somebody notes when it has. */
export function Pledges() {
  const { place, trail, filter, step, clear } = useListSearchParams(pledgePlace, "pledges");
  const pledges = usePledges(place);
  useFullPage(pledges.data, { place, step });
  const [asked, setAsked] = useState<Pledge | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const columns = pledgeColumns(setAsked);
  return (
    <ListCard title={PLEDGES.title} headingRef={heading}>
      <p className="list-card-note">{PLEDGES.text}</p>
      <PledgeFilters place={place} filter={filter} />
      <Loaded query={pledges} failed={PLEDGES.failed} rows={3}>
        {({ items, total, next }) => {
          if (items.length === 0)
            return <NothingFound words={PLEDGES} filtered={isFiltered(place)} onClear={clear} />;
          const ways = waysOn(place, trail, { count: items.length, total, next }, PAGE_SIZE, false);
          return (
            <>
              <Table
                caption={PLEDGES.caption}
                columns={columns}
                rows={items}
                busy={pledges.isPlaceholderData}
              />
              <Pager label={PLEDGES.pages} total={total} ways={ways} onStep={step} />
            </>
          );
        }}
      </Loaded>
      <ReceiveDialog
        pledge={asked}
        onClose={() => setAsked(null)}
        onReceived={() => heading.current?.focus()}
      />
    </ListCard>
  );
}

function usePledges({ q = "", received, cursor }: PledgePlace) {
  return trpc.admin.payments.pledges.useQuery(
    { q, received, cursor, limit: PAGE_SIZE },
    { placeholderData: keepPreviousData, staleTime: 0 },
  );
}

const isFiltered = ({ q, received }: PledgePlace): boolean => Boolean(q) || received !== undefined;
