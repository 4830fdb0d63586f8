import { Link } from "@tanstack/react-router";
import { declareList } from "../../../blocks/resource-list/declare-list.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { UserText } from "../../../ui/user-text/user-text.tsx";
import { failureParams } from "./list-search-params.ts";

/** The places that could not be synced, each with its reason. */
export const failureList = declareList({
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
          <Link to="/admin/places" search={{ place: id } as never}>
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
