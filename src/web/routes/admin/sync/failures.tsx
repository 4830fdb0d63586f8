import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef } from "react";
import { Badge } from "../../../kit/page/badge.tsx";
import { Button } from "../../../kit/page/button.tsx";
import { ListCard } from "../../../kit/page/list-card.tsx";
import { UserText } from "../../../kit/page/user-text.tsx";
import { declareList } from "../../../kit/records/declare-list.ts";
import { ResourceList } from "../../../kit/records/resource-list.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus-from.ts";
import { useOnce } from "../../../lib/hooks/use-once.ts";
import { toast } from "../../../lib/toast/toast.ts";
import { FAILURES } from "./content.ts";
import { LINKS } from "./decisions/content.ts";
import { FailureDialog } from "./decisions/failure-dialog.tsx";
import { failureParams } from "./list-search-params.ts";
import { toastFailure } from "./use-sync.ts";
import { useFailure } from "./use-sync-dialogs.ts";

export function Failures() {
  const retry = useRetry();
  const heading = useRef<HTMLHeadingElement>(null);
  const { failure, show } = useFailure();
  async function retryRow(id: string): Promise<void> {
    const pressed = document.activeElement;
    await retry(id);
    focusFrom(pressed, heading.current); // the row is removed
  }
  const retryAll = (
    <Button look="quiet" className="button-tiny" onClick={() => void retry()}>
      {FAILURES.retryAll}
    </Button>
  );
  return (
    <>
      <ResourceList
        list={failureList}
        scope="failures"
        headingRef={heading}
        actions={(total) => total > 0 && retryAll}
        rowActions={({ id }) => [
          { name: FAILURES.compare, onSelect: () => show(id) },
          {
            name: FAILURES.retry,
            onSelect: () => void retryRow(id),
          },
        ]}
      />
      <HeldLinks retryAll={retryAll} />
      {failure !== undefined && (
        <FailureDialog key={failure} id={failure} focusAfter={() => heading.current} />
      )}
    </>
  );
}

/** Retries one place in the next run, or every place if no id is given. */
function useRetry(): (id?: string) => Promise<void> {
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

const SHOWN = 20;

/** Rows of deleted places that an undo has linked again. They are not places that failed, but wait for the same button. */
function HeldLinks({ retryAll }: { readonly retryAll: ReactNode }) {
  const { data } = trpc.admin.sync.links.useQuery({ limit: SHOWN }, { staleTime: 0 });
  if (!data || data.total === 0) return null;
  return (
    <ListCard title={LINKS.title} actions={retryAll}>
      <div className="sync-result">
        <p>{LINKS.text(data.total)}</p>
        <ul className="sync-links">
          {data.items.map(({ id, mainName }) => (
            <li key={id}>
              <bdi>{mainName ?? id}</bdi>
            </li>
          ))}
        </ul>
        {data.total > data.items.length && (
          <p className="soft">{LINKS.shown(data.items.length, data.total)}</p>
        )}
      </div>
    </ListCard>
  );
}

/** The places that could not be synced, each with its reason. */
const failureList = declareList({
  params: failureParams,
  pageSize: 10,
  alwaysFresh: true,
  query: (utils, input) => utils.admin.sync.errors.queryOptions(input),
  skeletonRows: 2,
  words: {
    title: "Places that failed",
    caption: "Places that could not be synced, and why",
    pages: "Pages of the places that failed",
    failed: "The failed places could not be loaded",
    empty: "No place failed",
    emptyText: "Places that cannot be matched without a guess are listed here with the reason.",
  },
  rowActions: { look: "pinned", nameOf: ({ name }) => name },
  columns: [
    {
      head: "Place",
      look: "main",
      cell: ({ id, name, city }) => (
        <>
          <Link to="/admin/places" search={{ place: id }}>
            <UserText text={name} />
          </Link>{" "}
          <bdi className="table-sub">{city}</bdi>
        </>
      ),
    },
    { head: "Why", cell: ({ message }) => message },
    {
      head: "Tries",
      cell: ({ failures, setApart }) => (
        <>
          {failures}{" "}
          <Badge tone={setApart ? "bad" : "plain"}>
            {setApart ? "Waits for you" : "Tried again with the next run"}
          </Badge>
        </>
      ),
    },
  ],
});
