import { Link } from "@tanstack/react-router";
import { declareList } from "../../../blocks/resource-list/declare-list.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { DateTime } from "../../../ui/table/cells.tsx";
import { UserText } from "../../../ui/user-text/user-text.tsx";
import { BROADCASTS, STATES } from "./content.ts";
import { broadcastParams } from "./list-search-params.ts";

const number = new Intl.NumberFormat("en-US");

/** Broadcasts, newest first. */
export const broadcastList = declareList({
  params: broadcastParams,
  pageSize: 25,
  alwaysFresh: true,
  query: (utils, input) => utils.admin.broadcasts.list.queryOptions(input),
  skeletonRows: 3,
  words: {
    title: BROADCASTS.title,
    caption: "Broadcasts, newest first",
    pages: "Pages of the broadcasts",
    failed: "The broadcasts could not be loaded",
    empty: "No broadcast yet",
    emptyText: "A broadcast is one message to people on the waitlist, such as the invitation to the beta.",
    noMatch: "No broadcast is in this state",
  },
  columns: [
    {
      head: "Subject",
      look: "main",
      cell: ({ id, subject }) => (
        <Link to="/admin/broadcasts" search={{ open: id } as never}>
          <UserText text={subject} />
        </Link>
      ),
    },
    { head: "State", cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].name}</Badge> },
    {
      head: "Progress",
      cell: ({ state, sent, audience }) =>
        state === "draft"
          ? BROADCASTS.people(number.format(audience))
          : BROADCASTS.progress(number.format(sent), number.format(audience)),
    },
    { head: "Written by", cell: ({ createdBy }) => <UserText text={createdBy} /> },
    { head: "Last change", cell: ({ updatedAt }) => <DateTime at={updatedAt} /> },
  ],
});
