import { keepPreviousData } from "@tanstack/react-query";
import { useRef } from "react";
import type { FailedPlace } from "../../../../modules/sync/schema.ts";
import { trpc } from "../../../lib/api.tsx";
import { waysOn } from "../../../lib/paging.ts";
import { toast } from "../../../lib/toast.ts";
import { useFullPage } from "../../../lib/use-full-page.ts";
import { useOnce } from "../../../lib/use-once.ts";
import { useListSearchParams } from "../../../lib/use-search-params.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { ListCard } from "../../../ui/list-card/list-card.tsx";
import { Loaded } from "../../../ui/loaded/loaded.tsx";
import { Pager } from "../../../ui/pager/pager.tsx";
import { EmptyState } from "../../../ui/states/states.tsx";
import { type Column, Table } from "../../../ui/table/table.tsx";
import { FAILURES } from "./content.ts";
import { pagedPlace } from "./list-search-params.ts";
import { toastFailure } from "./use-sync.ts";

const PAGE_SIZE = 10;

type Retry = (id?: string) => Promise<void>;

/** The places that could not be synchronised, each with its reason and another try. */
export function Failures() {
  const { place, trail, step } = useListSearchParams(pagedPlace, "failures");
  const failed = trpc.admin.sync.errors.useQuery(
    { cursor: place.cursor, limit: PAGE_SIZE },
    { placeholderData: keepPreviousData, staleTime: 0 },
  );
  useFullPage(failed.data, { place, step });
  const retry = useRetry();
  const heading = useRef<HTMLHeadingElement>(null);
  const retryOne: Retry = (id) => retry(id).then(() => heading.current?.focus()); // its row is gone
  const all = (failed.data?.total ?? 0) > 0 && (
    <Button look="quiet" className="button-tiny" onClick={() => void retry()}>
      {FAILURES.retryAll}
    </Button>
  );
  return (
    <ListCard title={FAILURES.title} actions={all} headingRef={heading}>
      <Loaded query={failed} failed={FAILURES.failed} rows={2}>
        {({ items, total, next }) => {
          if (items.length === 0) return <EmptyState title={FAILURES.empty}>{FAILURES.emptyText}</EmptyState>;
          const ways = waysOn(place, trail, { count: items.length, total, next }, PAGE_SIZE, false);
          return (
            <>
              <Table
                caption={FAILURES.caption}
                columns={columnsOf(retryOne)}
                rows={items}
                busy={failed.isPlaceholderData}
              />
              <Pager label={FAILURES.pages} total={total} ways={ways} onStep={step} />
            </>
          );
        }}
      </Loaded>
    </ListCard>
  );
}

function columnsOf(retry: Retry): readonly Column<FailedPlace>[] {
  const { columns } = FAILURES;
  return [
    {
      head: columns.name,
      look: "main",
      cell: ({ name, city }) => (
        <>
          {name} <span className="table-sub">{city}</span>
        </>
      ),
    },
    { head: columns.why, cell: ({ message }) => message },
    {
      head: columns.tries,
      cell: ({ failures, setApart }) => (
        <>
          {failures}{" "}
          <Badge tone={setApart ? "bad" : "plain"}>{setApart ? FAILURES.setApart : FAILURES.again}</Badge>
        </>
      ),
    },
    {
      head: columns.actions,
      look: "actions",
      cell: ({ id, name }) => (
        <Button
          look="quiet"
          className="button-tiny"
          aria-label={FAILURES.retryOf(name)}
          onClick={() => void retry(id)}
        >
          {FAILURES.retry}
        </Button>
      ),
    },
  ];
}

function useRetry(): Retry {
  const retry = trpc.admin.sync.retry.useMutation();
  const utils = trpc.useUtils();
  const once = useOnce();
  return (id) =>
    once(id ?? "all", async () => {
      try {
        const { retried } = await retry.mutateAsync(id === undefined ? {} : { id });
        toast({ title: FAILURES.retried(retried) });
      } catch (error) {
        toastFailure(FAILURES.retry, FAILURES.retryFailed, error);
      } finally {
        await utils.admin.sync.invalidate();
      }
    });
}
