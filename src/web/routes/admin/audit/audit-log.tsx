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
import { DateFilter, TextFilter, Toolbar } from "../../../ui/toolbar/toolbar.tsx";
import { auditColumns } from "./columns.tsx";
import { AUDIT } from "./content.ts";
import { type AuditPlace, auditPlace, isFiltered } from "./list-search-params.ts";

const PAGE_SIZE = 50;

function useEntries({ action = "", actor = "", since, cursor }: AuditPlace) {
  const from = since === undefined ? {} : { since: new Date(`${since}T00:00`) };
  return trpc.admin.audit.list.useQuery(
    { action, actor, cursor, limit: PAGE_SIZE, ...from },
    // Others write into it all the time, so each look is a fresh one.
    { placeholderData: keepPreviousData, staleTime: 0 },
  );
}

/** Every act that changed something and every sign-in, newest first. */
export function AuditLog() {
  const { place, trail, filter, step, clear } = useListSearchParams(auditPlace);
  const entries = useEntries(place);
  useFullPage(entries.data, { place, step });
  return (
    <ListCard title={AUDIT.list}>
      <Filters place={place} filter={filter} />
      <Loaded query={entries} failed={AUDIT.failed}>
        {({ items, total, next }) => {
          if (items.length === 0)
            return <NothingFound words={AUDIT} filtered={isFiltered(place)} onClear={clear} />;
          const ways = waysOn(place, trail, { count: items.length, total, next }, PAGE_SIZE, false);
          return (
            <>
              <Table
                caption={AUDIT.caption}
                columns={auditColumns}
                rows={items}
                busy={entries.isPlaceholderData}
              />
              <Pager label={AUDIT.pages} total={total} ways={ways} onStep={step} />
            </>
          );
        }}
      </Loaded>
    </ListCard>
  );
}

interface FiltersProps {
  readonly place: AuditPlace;
  readonly filter: (change: Partial<AuditPlace>, replace?: boolean) => void;
}

function Filters({ place, filter }: FiltersProps) {
  return (
    <Toolbar>
      <TextFilter
        label={AUDIT.action}
        hint={AUDIT.actionHint}
        value={place.action ?? ""}
        onType={(action) => filter({ action: action || undefined }, true)}
      />
      <TextFilter
        label={AUDIT.actor}
        hint={AUDIT.actorHint}
        value={place.actor ?? ""}
        onType={(actor) => filter({ actor: actor || undefined }, true)}
      />
      <DateFilter
        label={AUDIT.since}
        value={place.since ?? ""}
        onPick={(since) => filter({ since: since || undefined }, true)}
      />
    </Toolbar>
  );
}
