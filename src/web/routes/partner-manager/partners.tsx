import { useRef, useState } from "react";
import { waysOn } from "../../lib/paging.ts";
import { useFullPage } from "../../lib/use-full-page.ts";
import { useListSearchParams } from "../../lib/use-search-params.ts";
import { Button } from "../../ui/button/button.tsx";
import { ListCard } from "../../ui/list-card/list-card.tsx";
import { Loaded } from "../../ui/loaded/loaded.tsx";
import { Pager } from "../../ui/pager/pager.tsx";
import { NoMatch } from "../../ui/states/nothing-found.tsx";
import { EmptyState } from "../../ui/states/states.tsx";
import { Table } from "../../ui/table/table.tsx";
import { AddDialog } from "./add-dialog.tsx";
import { partnerColumns } from "./columns.tsx";
import { PARTNERS } from "./content.ts";
import { PartnerCounts } from "./counts.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { Filters } from "./filters.tsx";
import { isFiltered, type PartnerPlace, partnerPlace } from "./list-search-params.ts";
import { useDelete } from "./use-delete.ts";
import { isReversible, type Partner, usePartners } from "./use-partners.ts";

const PAGE_SIZE = 25;

interface PartnersProps {
  readonly adding: boolean;
  readonly onAdding: (adding: boolean) => void;
}

/** The partner accounts: searched, sorted, filtered and paged by the server. */
export function Partners({ adding, onAdding }: PartnersProps) {
  const list = useList();
  const [edited, setEdited] = useState<Partner | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = useDelete(() => heading.current?.focus());
  return (
    <div className="stack">
      <PartnerCounts />
      <ListCard title={PARTNERS.list} headingRef={heading}>
        <Filters place={list.place} filter={list.filter} />
        <List list={list} onEdit={setEdited} onRemove={remove} onAdd={() => onAdding(true)} />
      </ListCard>
      <AddDialog
        open={adding}
        onOpenChange={onAdding}
        focusAfter={() => document.querySelector<HTMLElement>(".staff-actions button")}
      />
      <EditDialog partner={edited} onClose={() => setEdited(null)} />
    </div>
  );
}

const useList = () => useListSearchParams<PartnerPlace>(partnerPlace);

interface ListProps {
  readonly list: ReturnType<typeof useList>;
  readonly onEdit: (partner: Partner) => void;
  readonly onRemove: (partner: Partner) => void;
  readonly onAdd: () => void;
}

function List({ list: { place, trail, filter, step, clear }, onEdit, onRemove, onAdd }: ListProps) {
  const partners = usePartners(place, PAGE_SIZE);
  useFullPage(partners.data, { place, step });
  const columns = partnerColumns({ edit: onEdit, remove: onRemove });
  return (
    <Loaded query={partners} failed={PARTNERS.failed}>
      {({ items, total, next }) => {
        if (items.length === 0)
          return <NoPartners filtered={isFiltered(place)} onClear={clear} onAdd={onAdd} />;
        const shown = { count: items.length, total, next };
        const ways = waysOn(place, trail, shown, PAGE_SIZE, isReversible(place.sort));
        return (
          <>
            <Table
              caption={PARTNERS.caption}
              columns={columns}
              rows={items}
              sort={place.sort ?? "newest"}
              onSort={(sort) => filter({ sort })}
              busy={partners.isPlaceholderData}
            />
            <Pager label={PARTNERS.pages} total={total} ways={ways} onStep={step} />
          </>
        );
      }}
    </Loaded>
  );
}

interface NoPartnersProps {
  readonly filtered: boolean;
  readonly onClear: () => void;
  readonly onAdd: () => void;
}

const NoPartners = ({ filtered, onClear, onAdd }: NoPartnersProps) =>
  filtered ? (
    <NoMatch words={PARTNERS} onClear={onClear} />
  ) : (
    <EmptyState title={PARTNERS.empty} action={<Button onClick={onAdd}>{PARTNERS.addFirst}</Button>}>
      {PARTNERS.emptyText}
    </EmptyState>
  );
