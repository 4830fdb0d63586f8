import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.tsx";
import { waysOn } from "../../../lib/paging.ts";
import { useFullPage } from "../../../lib/use-full-page.ts";
import { useListSearchParams } from "../../../lib/use-search-params.ts";
import { ListCard } from "../../../ui/list-card/list-card.tsx";
import { Loaded } from "../../../ui/loaded/loaded.tsx";
import { Pager } from "../../../ui/pager/pager.tsx";
import { NothingFound } from "../../../ui/states/nothing-found.tsx";
import { Table } from "../../../ui/table/table.tsx";
import { GIFTS } from "./content.ts";
import { PaymentsExport } from "./export-link.tsx";
import { type GiftPlace, giftPlace } from "./list-search-params.ts";
import { paymentColumns } from "./payment-columns.tsx";
import { PaymentFilters } from "./payment-filters.tsx";

const PAGE_SIZE = 25;

/** Gifts by card, newest first: searched, filtered and paged by the server. */
export function Payments() {
  const { place, trail, filter, step, clear } = useListSearchParams(giftPlace, "payments");
  const payments = usePayments(place);
  useFullPage(payments.data, { place, step });
  return (
    <ListCard title={GIFTS.title} actions={<PaymentsExport place={place} />}>
      <PaymentFilters place={place} filter={filter} />
      <Loaded query={payments} failed={GIFTS.failed}>
        {({ items, total, next }) => {
          if (items.length === 0)
            return <NothingFound words={GIFTS} filtered={isFiltered(place)} onClear={clear} />;
          const ways = waysOn(place, trail, { count: items.length, total, next }, PAGE_SIZE, false);
          return (
            <>
              <Table
                caption={GIFTS.caption}
                columns={paymentColumns}
                rows={items}
                busy={payments.isPlaceholderData}
              />
              <Pager label={GIFTS.pages} total={total} ways={ways} onStep={step} />
            </>
          );
        }}
      </Loaded>
    </ListCard>
  );
}

function usePayments({ q = "", status, kind, cursor }: GiftPlace) {
  return trpc.admin.payments.list.useQuery(
    { q, status: status ?? "", kind: kind ?? "", cursor, limit: PAGE_SIZE },
    // Givers add to it all the time, so each look is a fresh one.
    { placeholderData: keepPreviousData, staleTime: 0 },
  );
}

const isFiltered = ({ q, status, kind }: GiftPlace): boolean => Boolean(q || status || kind);
