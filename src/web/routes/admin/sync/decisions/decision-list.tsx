import { Link } from "@tanstack/react-router";
import { Badge } from "../../../../kit/page/badge.tsx";
import { UserText } from "../../../../kit/page/user-text.tsx";
import { declareList } from "../../../../kit/records/declare-list.ts";
import { DateTime } from "../../../../kit/table/cells.tsx";
import { decisionParams } from "../list-search-params.ts";
import { DECIDE } from "./content.ts";

const TONES = { pending: "info", synced: "good", error: "warning" } as const;

/** The decisions of staff on places that failed, newest first. */
export const decisionList = declareList({
  params: decisionParams,
  pageSize: 10,
  alwaysFresh: true,
  query: (utils, input) => utils.sync.decisions.queryOptions(input),
  skeletonRows: 1,
  words: {
    title: "Decisions",
    caption: "Decisions on places that failed, newest first",
    pages: "Pages of the decisions",
    failed: "The decisions could not be loaded",
    empty: "No decision yet",
    emptyText: "Compare a place that failed with the main database to decide on it.",
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
    { head: "Decision", cell: (decision) => DECIDE.choiceOf(decision) },
    {
      head: "By",
      cell: ({ decidedBy, decidedAt }) => (
        <>
          {decidedBy} <DateTime at={decidedAt} />
        </>
      ),
    },
    {
      head: "State",
      cell: ({ state, choice }) => (
        <Badge tone={choice === "leave" ? "plain" : TONES[state]}>
          {choice === "leave" ? "Left" : DECIDE.badgeOf[state]}
        </Badge>
      ),
    },
  ],
});
