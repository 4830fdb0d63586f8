import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { Button } from "../../../kit/controls/button.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { declareList } from "../../../kit/records/declare-list.ts";
import { ResourceList } from "../../../kit/records/resource-list.tsx";
import { UserText } from "../../../kit/text/user-text.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { toast, toastError } from "../../../lib/toast.ts";
import { useOnce } from "../../../lib/use-busy.ts";
import { DecisionDialog, useFailure } from "./decision-dialog.tsx";
import { failureParams } from "./list-search-params.ts";
import { countOf } from "./stats.ts";

/** The places that failed, and the dialog in which staff decide on one of them. Earlier decisions are in the audit log. */
export function Failures() {
  const retry = useRetry();
  const heading = useRef<HTMLHeadingElement>(null);
  const { failure, show } = useFailure();
  const held = trpc.sync.links.useQuery({ limit: 1 }, { staleTime: 0 }).data?.total ?? 0;
  async function retryRow(id: string): Promise<void> {
    const pressed = document.activeElement;
    await retry(id);
    focusFrom(pressed, heading.current); // the row is removed
  }
  return (
    <>
      <ResourceList
        list={held === 0 ? failureList : withHeldLinks(held)}
        scope="failures"
        headingRef={heading}
        actions={(total) => (
          <>
            <Link
              className="button button-tiny"
              data-look="quiet"
              to="/admin/audit"
              search={{ action: "sync.decide" }}
            >
              Earlier decisions
            </Link>
            {total + held > 0 && (
              <Button look="quiet" className="button-tiny" onClick={() => void retry()}>
                Retry all
              </Button>
            )}
          </>
        )}
        rowActions={({ id }) => [
          { name: "Compare", onSelect: () => show(id) },
          { name: "Retry", onSelect: () => void retryRow(id) },
        ]}
      />
      {failure !== undefined && (
        <DecisionDialog key={failure} id={failure} focusAfter={() => heading.current} />
      )}
    </>
  );
}

/** Retries one place in the next run, or every place if no id is given. */
function useRetry(): (id?: string) => Promise<void> {
  const retry = trpc.sync.retry.useMutation();
  const utils = trpc.useUtils();
  const once = useOnce();
  return (id) =>
    once(id ?? "all", async () => {
      try {
        const { retried } = await retry.mutateAsync(id === undefined ? {} : { id });
        toast({ title: `${countOf(retried, "place")} will be retried in the next run` });
      } catch (error) {
        toastError("The places could not be scheduled for a retry", error);
      } finally {
        await utils.sync.invalidate();
      }
    });
}

/** The places that could not be synced, each with its reason. */
const failureList = declareList({
  params: failureParams,
  pageSize: 10,
  alwaysFresh: true,
  query: (utils, input) => utils.sync.errors.queryOptions(input),
  skeletonRows: 2,
  words: {
    title: "Places that failed",
    caption: "Places that could not be synced, and why",
    pages: "Pages of the places that failed",
    failed: "The failed places could not be loaded",
    empty: "No place failed",
    emptyText: "Places that cannot be matched without a guess are listed here with the reason.",
  },
  nameOf: ({ name }) => name,
  wraps: true,
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

/** With a note on rows of deleted places that an undo has linked again: they wait for the same button. */
const withHeldLinks = (held: number): typeof failureList => ({
  ...failureList,
  words: {
    ...failureList.words,
    note: `An undo has linked ${countOf(held, "row")} of the main database to ${held === 1 ? "a place that is" : "places that are"} deleted here. After Retry all the next run unlinks ${held === 1 ? "it" : "them"} again.`,
  },
});
