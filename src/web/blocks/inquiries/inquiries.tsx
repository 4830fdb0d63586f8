import { useRef, useState } from "react";
import { useNow } from "../../lib/format-date.ts";
import { waysOn } from "../../lib/paging.ts";
import { useFullPage } from "../../lib/use-full-page.ts";
import { useListSearchParams } from "../../lib/use-search-params.ts";
import { Button } from "../../ui/button/button.tsx";
import { ListCard } from "../../ui/list-card/list-card.tsx";
import { Loaded } from "../../ui/loaded/loaded.tsx";
import { Pager } from "../../ui/pager/pager.tsx";
import { NothingFound } from "../../ui/states/nothing-found.tsx";
import { Table } from "../../ui/table/table.tsx";
import { AddDialog } from "./add-dialog.tsx";
import { inquiryColumns } from "./columns.tsx";
import { INQUIRIES } from "./content.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { InquiryExport } from "./export-link.tsx";
import { Filters } from "./filters.tsx";
import { inquiryPlace, isFiltered } from "./list-search-params.ts";
import { type Inquiry, isReversible, useInquiries } from "./use-inquiries.ts";
import { useSetAnswered } from "./use-set-answered.ts";

interface InquiriesProps {
  /** The key of its state in the address, where a screen shows another list too. */
  readonly scope?: string;
  readonly pageSize?: number;
}

type Doing =
  | { readonly what: "edit" | "remove"; readonly inquiry: Inquiry }
  | { readonly what: "add" }
  | null;

/** The inquiries: searched, sorted, filtered and paged by the server; added, changed and deleted in dialogs. */
export function Inquiries({ scope, pageSize = 25 }: InquiriesProps) {
  const list = useList(scope);
  const [doing, setDoing] = useState<Doing>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => setDoing(null);
  return (
    <ListCard
      title={INQUIRIES.title}
      headingRef={heading}
      actions={
        <>
          <InquiryExport place={list.place} />
          <Button className="button-tiny" onClick={() => setDoing({ what: "add" })}>
            {INQUIRIES.add}
          </Button>
        </>
      }
    >
      <Filters place={list.place} filter={list.filter} />
      <List list={list} pageSize={pageSize} onDo={setDoing} />
      <AddDialog open={doing?.what === "add"} onOpenChange={(open) => !open && close()} />
      <EditDialog inquiry={doing?.what === "edit" ? doing.inquiry : null} onClose={close} />
      <DeleteDialog
        inquiry={doing?.what === "remove" ? doing.inquiry : null}
        onClose={close}
        onDeleted={() => heading.current?.focus()}
      />
    </ListCard>
  );
}

interface ListProps {
  readonly list: ReturnType<typeof useList>;
  readonly pageSize: number;
  readonly onDo: (doing: Doing) => void;
}

const useList = (scope?: string) => useListSearchParams(inquiryPlace, scope);

function List({ list: { place, trail, filter, step, clear }, pageSize, onDo }: ListProps) {
  const inquiries = useInquiries(place, pageSize);
  useFullPage(inquiries.data, { place, step });
  const now = useNow();
  const setAnswered = useSetAnswered();
  const columns = inquiryColumns(now, {
    edit: (inquiry) => onDo({ what: "edit", inquiry }),
    remove: (inquiry) => onDo({ what: "remove", inquiry }),
    setAnswered,
  });
  return (
    <Loaded query={inquiries} failed={INQUIRIES.failed}>
      {({ items, total, next }) => {
        if (items.length === 0)
          return <NothingFound words={INQUIRIES} filtered={isFiltered(place)} onClear={clear} />;
        const shown = { count: items.length, total, next };
        const ways = waysOn(place, trail, shown, pageSize, isReversible(place.sort));
        return (
          <>
            <Table
              caption={INQUIRIES.caption}
              columns={columns}
              rows={items}
              sort={place.sort ?? "newest"}
              onSort={(sort) => filter({ sort })}
              busy={inquiries.isPlaceholderData}
            />
            <Pager label={INQUIRIES.pages} total={total} ways={ways} onStep={step} />
          </>
        );
      }}
    </Loaded>
  );
}
