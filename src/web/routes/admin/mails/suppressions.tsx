import { useRef, useState } from "react";
import { address, type Suppression } from "../../../../modules/mail/schema.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Confirm, ConfirmSubject } from "../../../kit/dialog/confirm.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { declareList } from "../../../kit/records/declare-list.ts";
import { SUPPRESSION_NAMES, suppressionParams } from "../../../kit/records/lists.ts";
import { AddRecord, declareForm, email } from "../../../kit/records/record-form.tsx";
import { ResourceList } from "../../../kit/records/resource-list.tsx";
import { type Refresh, useAct } from "../../../kit/records/use-act.ts";
import { Age, None } from "../../../kit/table/cells.tsx";
import { UserText } from "../../../kit/text/user-text.tsx";

export const refreshMails: Refresh = (utils) => utils.admin.mails.invalidate();

export function Suppressions() {
  const [adding, setAdding] = useState(false);
  const [allowing, setAllowing] = useState<Suppression | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isAllowed = useRef(false);
  const act = useAct(refreshMails);
  async function allow(): Promise<void> {
    if (!allowing) return;
    isAllowed.current = await act(allowing.id, {
      send: (client) => client.admin.mails.unsuppress.mutate({ id: allowing.id }),
      done: { title: "Email to this address is allowed again" },
      failed: "The address still gets no email",
    });
    setAllowing(null);
  }
  return (
    <>
      <ResourceList
        list={suppressionList}
        scope="suppressed"
        headingRef={heading}
        actions={() => (
          <Button className="button-tiny" look="quiet" onClick={() => setAdding(true)}>
            {SUPPRESS.title}
          </Button>
        )}
        rowActions={(row) => [{ name: ALLOW, onSelect: () => setAllowing(row) }]}
      />
      <AddRecord
        form={SUPPRESS}
        size="small"
        open={adding}
        onClose={() => setAdding(false)}
        send={(client, values) => client.admin.mails.suppress.mutate(values)}
        done={() => ({ title: "This address gets no more email" })}
        refresh={refreshMails}
      />
      <Confirm
        open={allowing !== null}
        onClose={() => setAllowing(null)}
        title="Allow email to this address?"
        action={ALLOW}
        acting="Allowing..."
        look="primary"
        onConfirm={allow}
        focusAfter={() => (isAllowed.current ? heading.current : null)}
      >
        <ConfirmSubject
          name={allowing ? nameOf(allowing) : undefined}
          detail="Only do this if the address works again, or if the person asked for it."
        />
      </Confirm>
    </>
  );
}

const ALLOW = "Allow email";

const SUPPRESS = declareForm({
  title: "Stop email to an address",
  description: "The address gets nothing from us, not even a link to reset a password.",
  submit: "Stop email",
  sending: "Stopping...",
  missing: "Please enter an email address",
  failed: "The address was not added",
  conflictField: "email",
  schema: address,
  fields: { email: email("Email address", { required: true }) },
});

const HASH_SHOWN = 8; // characters

const nameOf = ({ id, email }: Suppression): string => email ?? id.slice(0, HASH_SHOWN);

/** Addresses that get no mail, newest first. */
const suppressionList = declareList({
  params: suppressionParams,
  alwaysFresh: true,
  query: (utils, input) => utils.admin.mails.suppressions.queryOptions(input),
  skeletonRows: 3,
  words: {
    title: "Addresses that get no email",
    caption: "Addresses that get no email, newest first",
    note: "Addresses are added automatically after a bounce or a complaint. Only their hashes are kept, so an address without an email in the list above cannot be shown; search for the whole address to find it.",
    pages: "Pages of the addresses",
    failed: "The addresses could not be loaded",
    empty: "Every address gets email",
    emptyText: "An address that bounces or reports our email as spam appears here.",
    noMatch: "Email to this address is not stopped",
    noMatchText: "The search needs the whole address.",
  },
  nameOf,
  columns: [
    {
      head: "Address",
      look: "main",
      cell: (row) =>
        row.email ? (
          <UserText text={row.email} />
        ) : (
          <>
            <None text="Address not known" />
            <span className="table-sub">only its hash is kept: {nameOf(row)}</span>
          </>
        ),
    },
    {
      head: "Reason",
      brief: true,
      cell: ({ reason }) => (
        <Badge tone={reason === "manual" ? "info" : "bad"}>{SUPPRESSION_NAMES[reason]}</Badge>
      ),
    },
    { head: "Since", brief: true, cell: ({ since }) => <Age at={since} /> },
  ],
});
