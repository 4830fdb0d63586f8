import { useRef, useState } from "react";
import { address, type Suppression } from "../../../../modules/mail/schema.ts";
import { Confirm, ConfirmSubject } from "../../../kit/dialog/confirm.tsx";
import { DialogForm, FormDialog, type FormWords } from "../../../kit/dialog/form-dialog.tsx";
import { EmailField } from "../../../kit/form/email-field.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { Button } from "../../../kit/page/button.tsx";
import { UserText } from "../../../kit/page/user-text.tsx";
import { declareList } from "../../../kit/records/declare-list.ts";
import { ResourceList } from "../../../kit/records/resource-list.tsx";
import { DateTime, None } from "../../../kit/table/cells.tsx";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form.ts";
import { toast, toastOutcome } from "../../../lib/toast.ts";
import { REASON_NAMES } from "./content.ts";
import { suppressionParams } from "./list-search-params.ts";

export function Suppressions() {
  const [adding, setAdding] = useState(false);
  const [allowing, setAllowing] = useState<Suppression | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <ResourceList
        list={suppressionListed}
        scope="suppressed"
        headingRef={heading}
        actions={() => (
          <Button className="button-tiny" look="quiet" onClick={() => setAdding(true)}>
            {SUPPRESS.title}
          </Button>
        )}
        rowActions={(row) => [{ name: SUPPRESSED.allow, onSelect: () => setAllowing(row) }]}
      />
      <SuppressDialog open={adding} onClose={() => setAdding(false)} />
      <AllowDialog row={allowing} onClose={() => setAllowing(null)} focusAfter={() => heading.current} />
    </>
  );
}

interface AllowDialogProps {
  /** Null while it is closed. */
  readonly row: Suppression | null;
  readonly onClose: () => void;
  readonly focusAfter: () => HTMLElement | null;
}

function AllowDialog({ row, onClose, focusAfter }: AllowDialogProps) {
  const utils = trpc.useUtils();
  const allow = trpc.admin.mails.unsuppress.useMutation();
  const isAllowed = useRef(false);
  async function onConfirm(): Promise<void> {
    if (!row) return;
    const { allowed, allowFailed } = SUPPRESSED;
    isAllowed.current = await toastOutcome(allow.mutateAsync({ id: row.id }), {
      done: { title: allowed },
      failed: allowFailed,
    });
    await utils.admin.mails.invalidate();
    onClose();
  }
  return (
    <Confirm
      open={row !== null}
      onClose={onClose}
      title={SUPPRESSED.allowTitle}
      action={SUPPRESSED.allow}
      acting={SUPPRESSED.allowing}
      look="primary"
      onConfirm={onConfirm}
      focusAfter={() => (isAllowed.current ? focusAfter() : null)}
    >
      <ConfirmSubject name={row ? nameOf(row) : undefined} detail={SUPPRESSED.allowText} />
    </Confirm>
  );
}

interface SuppressDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

function SuppressDialog({ open, onClose }: SuppressDialogProps) {
  const utils = trpc.useUtils();
  const suppress = trpc.admin.mails.suppress.useMutation();
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="small"
      title={SUPPRESS.title}
      description={SUPPRESSED.lead}
    >
      {open && (
        <DialogForm
          words={SUPPRESS}
          schema={address}
          conflictField="email"
          read={(form) => ({ email: textOf(form, "email") })}
          send={(input) => suppress.mutateAsync(input)}
          onDone={() => {
            toast({ title: SUPPRESSED.done });
            void utils.admin.mails.invalidate();
          }}
        >
          {(errors) => (
            <EmailField label="Email address" name="email" required error={errors.email} autoComplete="off" />
          )}
        </DialogForm>
      )}
    </FormDialog>
  );
}

const HASH_SHOWN = 8; // characters

const nameOf = ({ id, email }: Suppression): string => email ?? id.slice(0, HASH_SHOWN);

/** Addresses that get no mail, newest first. */
const suppressionListed = declareList({
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

const SUPPRESS: FormWords = {
  title: "Stop mail to an address",
  submit: "Stop mail",
  sending: "Stopping...",
  missing: "Please enter an email address",
  failed: "The address was not added",
};

const SUPPRESSED = {
  lead: "The address gets nothing from us, not even a link to reset a password.",
  done: "No mail goes to this address from now on",
  unknown: "Address not known",
  unknownNote: "only its hash is kept",
  allow: "Allow mail",
  allowTitle: "Allow mail to this address?",
  allowText: "Only do this if the address works again, or if the person asked for it.",
  allowing: "Allowing...",
  allowed: "Mail to this address is allowed again",
  allowFailed: "The address still gets no mail",
} as const;
