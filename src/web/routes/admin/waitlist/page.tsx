import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { Signup, SignupDetail } from "../../../../modules/waitlist/schema.ts";
import type { Sources as Report } from "../../../../modules/waitlist/sources/schema.ts";
import { formatDateTime, number } from "../../../../shared/format.ts";
import { signupList } from "../../../kit/inquiries/waitlist-list.tsx";
import type { signupParams } from "../../../kit/inquiries/waitlist-list-search-params.ts";
import { Button, ButtonLink } from "../../../kit/page/button.tsx";
import { ListCard } from "../../../kit/page/card.tsx";
import { Facts } from "../../../kit/page/facts.tsx";
import { MailLink } from "../../../kit/page/mail-link.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import type { Bulk } from "../../../kit/records/bulk.ts";
import type { FilterValues } from "../../../kit/records/list-params.ts";
import { useOpenRecord } from "../../../kit/records/open-record.tsx";
import { RecordPanel } from "../../../kit/records/record-panel.tsx";
import { ResourceList } from "../../../kit/records/resource-list.tsx";
import { StaffNotes } from "../../../kit/records/staff-notes.tsx";
import { useRestore } from "../../../kit/records/use-restore.ts";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { SUPER_ADMINS } from "../../../kit/staff/roles.ts";
import { useStaff } from "../../../kit/staff/use-staff.ts";
import { Count, Counts } from "../../../kit/table/count.tsx";
import { SparkLine } from "../../../kit/table/spark-line.tsx";
import { type Column, Table } from "../../../kit/table/table.tsx";
import { useRequestedAct } from "../../../lib/acts.ts";
import { trpc } from "../../../lib/api.tsx";
import { lastDays, useNow } from "../../../lib/now.ts";
import { toastOutcome } from "../../../lib/toast.ts";
import { useOnce } from "../../../lib/use-busy.ts";
import { DELETE, SIGNUP } from "./content.ts";
import { EditDialog } from "./edit-dialog.tsx";
import { ImportDialog } from "./import-dialog.tsx";

export function WaitlistPage() {
  const [edited, setEdited] = useState<string | null>(null);
  const [importing, setImporting] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = useDelete(() => heading.current?.focus());
  useRequestedAct("importSignups", () => setImporting(true));
  return (
    <StaffFrame title={signupList.words.title}>
      <ResourceList
        list={signupList}
        headingRef={heading}
        panel={(id) => (
          <SignupPanel
            key={id}
            id={id}
            onEdit={(signup) => setEdited(signup.id)}
            onDelete={(signup) => void remove(signup)}
          />
        )}
        bulk={useBulk()}
        rowActions={(signup) => [
          { name: "Edit", onSelect: () => setEdited(signup.id) },
          { name: "Delete", onSelect: () => void remove(signup), destructive: true },
        ]}
        actions={() => (
          <Button look="quiet" className="button-tiny" onClick={() => setImporting(true)}>
            Import
          </Button>
        )}
      />
      <Sources />
      <EditDialog id={edited} onClose={() => setEdited(null)} />
      <ImportDialog open={importing} onClose={() => setImporting(false)} />
    </StaffFrame>
  );
}

/** Deletes a signup, with an Undo. The row that had the focus is gone by `onDeleted`; called again when it was restored. */
function useDelete(onDeleted: () => void) {
  const remove = trpc.admin.waitlist.delete.useMutation();
  const restore = useRestore();
  const utils = trpc.useUtils();
  const once = useOnce();
  const record = useOpenRecord();
  return ({ id, firstName, email }: Signup) =>
    once(id, async () => {
      const deleted = await toastOutcome(remove.mutateAsync({ id }), {
        done: {
          title: "Signup deleted",
          description: `${firstName}, ${email}`,
          onUndo: () => void restore(id).then(onDeleted),
        },
        failed: "Failed to delete the signup",
      });
      if (deleted && record.open === id) await record.close();
      await utils.admin.invalidate();
      if (deleted) onDeleted();
    });
}

/** What can be done with selected signups. */
function useBulk(): Bulk<Signup, FilterValues<typeof signupParams.filters>> {
  const utils = trpc.useUtils();
  const remove = trpc.admin.waitlist.deleteMany.useMutation();
  return {
    nameOf: ({ firstName }) => firstName,
    one: "signup",
    many: "signups",
    select: async (values, count) => (await utils.admin.waitlist.select.fetch({ ...values, count })).ids,
    refresh: () => utils.admin.invalidate(),
    acts: [
      {
        name: "Delete",
        acting: "Deleting...",
        destructive: true,
        undoable: true,
        question: DELETE.question,
        done: DELETE.many,
        failed: "Failed to delete the signups",
        send: (ids, actId) => remove.mutateAsync({ ids: [...ids], act: actId }),
      },
    ],
  };
}

interface SignupPanelProps {
  readonly id: string;
  readonly onEdit: (signup: Signup) => void;
  readonly onDelete: (signup: Signup) => void;
}

/** All about one signup: who joined, from where, and what the person agreed to. */
function SignupPanel({ id, onEdit, onDelete }: SignupPanelProps) {
  const signup = trpc.admin.waitlist.get.useQuery({ id }, { staleTime: 0 });
  const { role } = useStaff();
  return (
    <RecordPanel
      id={id}
      noun="signup"
      query={signup}
      nameOf={({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(" ")}
      actions={(data) => (
        <>
          <Button look="quiet" className="button-tiny" onClick={() => onEdit(data)}>
            Edit
          </Button>
          <Button look="quiet" className="button-tiny button-destructive" onClick={() => onDelete(data)}>
            Delete
          </Button>
          {SUPER_ADMINS.includes(role) && (
            <Link to="/admin/people" search={{ email: data.email }}>
              See and erase this person's data
            </Link>
          )}
        </>
      )}
    >
      {(data) => (
        <>
          <Facts facts={factsOf(data)} />
          <section>
            <h3>What they agreed to</h3>
            <p className="soft">{data.consent.text ?? SIGNUP.imported(data.consent.source ?? "")}</p>
            <p>{formatDateTime(data.consent.at)}</p>
          </section>
          <StaffNotes kind="signup" id={id} />
        </>
      )}
    </RecordPanel>
  );
}

const factsOf = (signup: SignupDetail) => {
  const { email, source } = signup;
  const time = (at: Date | null) => at && formatDateTime(at);
  const { utmSource, utmMedium, utmCampaign, referrer, ref } = source ?? {};
  return [
    ["Email", <MailLink key="email" address={email} />],
    ["City", signup.city],
    ["Beta tester", signup.isBetaTester ? SIGNUP.yes : "No"],
    ["Joined", time(signup.createdAt)],
    ["Address confirmed", time(signup.confirmedAt) ?? "Not yet"],
    ["Left", time(signup.leftAt)],
    ["Invited to the beta", time(signup.invitedAt)],
    ["Accepted the invitation", time(signup.acceptedAt)],
    ["Came from", [utmSource, utmMedium, utmCampaign, referrer].filter(Boolean).join(", ")],
    ["By a friend's link", ref ? SIGNUP.yes : null],
  ] as const;
};

const SOURCES = {
  names: { direct: "Direct", friend: "A friend's link", other: "Other" } as Readonly<Record<string, string>>,
} as const;

const KINDS = [
  ["views", "Views"],
  ["joins", "Joined"],
  ["confirmations", "Confirmed"],
  ["acceptances", "Accepted"],
] as const;

type Row = Report["sources"][number] & { readonly id: string };

const COLUMNS: readonly Column<Row>[] = [
  { head: "Source", look: "main", cell: ({ source }) => SOURCES.names[source] ?? source },
  ...KINDS.map(
    ([kind, head]): Column<Row> => ({ head, look: "short", cell: (row) => number.format(row[kind]) }),
  ),
];

/** Views, joins, confirmations and acceptances of the last 30 days, by day and by source; read once they are opened. */
function Sources() {
  const [open, setOpen] = useState(false);
  return (
    <ListCard
      title="Where people come from"
      actions={
        <Button look="quiet" className="button-tiny" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Hide sources" : "Show sources"}
        </Button>
      }
    >
      {open && <Figures />}
    </ListCard>
  );
}

function Figures() {
  const report = trpc.admin.waitlist.sources.useQuery({}, { staleTime: 0 });
  return (
    <Loaded query={report} failed="The sources could not be loaded" rows={3}>
      {({ days, sources }) => (
        <>
          <Growth days={days} />
          {sources.length === 0 ? (
            <p className="soft">Nothing was counted in the last 30 days.</p>
          ) : (
            <>
              <Table
                caption="Sources of the last 30 days"
                columns={COLUMNS}
                rows={sources.map((row) => ({ ...row, id: row.source }))}
              />
              <ButtonLink look="text" href="/api/admin/waitlist/sources/export" download>
                Download by day as CSV
              </ButtonLink>
            </>
          )}
        </>
      )}
    </Loaded>
  );
}

function Growth({ days }: Pick<Report, "days">) {
  const now = useNow();
  return (
    <Counts>
      {KINDS.map(([kind, label]) => {
        const shown = lastDays(
          days.map((each) => ({ day: each.day, count: each[kind] })),
          now,
        );
        return (
          <Count key={kind} label={label} value={shown.reduce((sum, { count }) => sum + count, 0)}>
            <SparkLine label={`${label} by day, last 30 days`} days={shown} />
          </Count>
        );
      })}
    </Counts>
  );
}
