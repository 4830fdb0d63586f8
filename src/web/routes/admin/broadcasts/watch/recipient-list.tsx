import { useMemo } from "react";
import type { RECIPIENT_STATES } from "../../../../../modules/waitlist/broadcasts/schema.ts";
import { declareList } from "../../../../blocks/resource-list/declare-list.ts";
import { ResourceList } from "../../../../blocks/resource-list/resource-list.tsx";
import { Badge } from "../../../../ui/badge/badge.tsx";
import { DateTime, None } from "../../../../ui/table/cells.tsx";
import { UserText } from "../../../../ui/user-text/user-text.tsx";
import { RECIPIENT_NAMES } from "../content.ts";
import { recipientParams } from "../list-search-params.ts";

const TONES = {
  waiting: "plain",
  taken: "info",
  sent: "good",
  failed: "bad",
  skipped: "plain",
  unknown: "warning",
} as const satisfies Record<(typeof RECIPIENT_STATES)[number], string>;

const recipientsOf = (id: string) =>
  declareList({
    params: recipientParams,
    pageSize: 25,
    alwaysFresh: true,
    query: (utils, input) => utils.admin.broadcasts.recipients.queryOptions({ ...input, id }),
    skeletonRows: 3,
    words: {
      title: "Recipients",
      caption: "Recipients",
      note: "Unknown: the email was on its way when the server stopped. It may have arrived, so it is not sent again.",
      pages: "Pages of the recipients",
      failed: "The recipients could not be loaded",
      empty: "No recipients",
      emptyText: "They are chosen when the broadcast is sent.",
      noMatch: "No recipient is in this state",
    },
    columns: [
      {
        head: "Address",
        look: "main",
        cell: ({ email }) => (email ? <UserText text={email} /> : <None text="Erased" />),
      },
      { head: "State", cell: ({ state }) => <Badge tone={TONES[state]}>{RECIPIENT_NAMES[state]}</Badge> },
      { head: "Why", cell: ({ reason }) => (reason ? <UserText text={reason} /> : <None />) },
      { head: "Taken", cell: ({ takenAt }) => (takenAt ? <DateTime at={takenAt} /> : <None />) },
      { head: "Accepted", cell: ({ acceptedAt }) => (acceptedAt ? <DateTime at={acceptedAt} /> : <None />) },
    ],
  });

export function Recipients({ id }: { readonly id: string }) {
  const list = useMemo(() => recipientsOf(id), [id]);
  return <ResourceList list={list} scope="recipients" />;
}
