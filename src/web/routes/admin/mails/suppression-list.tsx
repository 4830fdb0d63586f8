import type { Suppression } from "../../../../modules/mail/schema.ts";
import { declareList } from "../../../blocks/resource-list/declare-list.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { DateTime, None } from "../../../ui/table/cells.tsx";
import { UserText } from "../../../ui/user-text/user-text.tsx";
import { REASON_NAMES, SUPPRESSED } from "./content.ts";
import { suppressionParams } from "./list-search-params.ts";

const HASH_SHOWN = 8; // characters

export const nameOf = ({ id, email }: Suppression): string => email ?? id.slice(0, HASH_SHOWN);

/** Addresses that get no mail, newest first. */
export const suppressionListed = declareList({
  params: suppressionParams,
  pageSize: 25,
  alwaysFresh: true,
  query: (utils, input) => utils.admin.mails.suppressions.queryOptions(input),
  skeletonRows: 3,
  words: {
    title: "Addresses that get no mail",
    caption: "Addresses that get no mail, newest first",
    note: "Addresses are added automatically after a bounce or a complaint. Only their hashes are kept, so an address without a mail in the list above cannot be shown; search for the whole address to find it.",
    pages: "Pages of the addresses",
    failed: "The addresses could not be loaded",
    empty: "Every address gets mail",
    emptyText: "An address that bounces or reports our mail as spam appears here.",
    noMatch: "Mail to this address is not stopped",
    noMatchText: "The search needs the whole address.",
  },
  rowActions: { look: "buttons", nameOf },
  columns: [
    {
      head: "Address",
      look: "main",
      cell: (row) =>
        row.email ? (
          <UserText text={row.email} />
        ) : (
          <>
            <None text={SUPPRESSED.unknown} />
            <span className="table-sub">
              {SUPPRESSED.unknownNote}: {nameOf(row)}
            </span>
          </>
        ),
    },
    {
      head: "Reason",
      cell: ({ reason }) => <Badge tone={reason === "manual" ? "info" : "bad"}>{REASON_NAMES[reason]}</Badge>,
    },
    { head: "Since", cell: ({ since }) => <DateTime at={since} /> },
  ],
});
