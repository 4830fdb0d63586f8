import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { WAITLIST } from "../../../../copy/en/waitlist.ts";
import {
  correctedSignup,
  type Signup,
  type SignupDetail,
  updateInput,
} from "../../../../modules/waitlist/schema.ts";
import type { Sources as Report } from "../../../../modules/waitlist/sources/schema.ts";
import { formatDateTime, number } from "../../../../shared/format.ts";
import { Button, ButtonLink } from "../../../kit/controls/button.tsx";
import { ConfirmDelete } from "../../../kit/dialog/confirm.tsx";
import { FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import { fullName, SOURCE_NAMES, signupList } from "../../../kit/inquiries/waitlist-list.tsx";
import { ListCard } from "../../../kit/page/card.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { type BulkOf, deleteSelected } from "../../../kit/records/declare-list.ts";
import type { signupParams } from "../../../kit/records/lists.ts";
import { checkbox, declareForm, EditFields, text } from "../../../kit/records/record-form.tsx";
import { ResourceList } from "../../../kit/records/resource-list.tsx";
import { type Refresh, useAct, useRestore } from "../../../kit/records/use-act.ts";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { SUPER_ADMINS } from "../../../kit/staff/roles.ts";
import { useStaff } from "../../../kit/staff/use-staff.ts";
import { Count, Counts } from "../../../kit/table/count.tsx";
import { SparkLine } from "../../../kit/table/spark-line.tsx";
import { type Column, Table } from "../../../kit/table/table.tsx";
import { MailLink } from "../../../kit/text/address-links.tsx";
import { useRequestedAct } from "../../../lib/acts.ts";
import { trpc } from "../../../lib/api.tsx";
import { lastDays, useNow } from "../../../lib/now.ts";
import { ImportDialog } from "./import-dialog.tsx";

const refresh: Refresh = (utils) => utils.admin.invalidate();

export function WaitlistPage() {
  const [edited, setEdited] = useState<string | null>(null);
  const [importing, setImporting] = useState(false);
  const [deleting, setDeleting] = useState<Signup | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const act = useAct(refresh, heading);
  const restore = useRestore();
  useRequestedAct("importSignups", () => setImporting(true));
  const remove = ({ id, firstName, email }: Signup) =>
    act(id, {
      removes: true,
      send: (client) => client.admin.waitlist.delete.mutate({ id }),
      done: {
        title: "Signup deleted",
        description: `${firstName}, ${email}`,
        onUndo: () => void restore(id).then(() => heading.current?.focus()),
      },
      failed: "Failed to delete the signup",
      onDone: () => setDeleting(null),
    });
  return (
    <StaffFrame title={signupList.words.title}>
      <ResourceList
        list={signupList}
        headingRef={heading}
        rowActions={(signup) => [
          { name: "Edit", onSelect: () => setEdited(signup.id) },
          { name: "Delete", onSelect: () => setDeleting(signup), destructive: true },
        ]}
        panel={{
          noun: "signup",
          query: (utils, id) => utils.admin.waitlist.get.queryOptions({ id }),
          nameOf: fullName,
          links: ({ email }) => <DataLink email={email} />,
          facts: factsOf,
          more: ({ consent }) => <Consent {...consent} />,
          notes: "signup",
        }}
        bulk={signupBulk}
        actions={() => (
          <Button look="quiet" className="button-tiny" onClick={() => setImporting(true)}>
            Import
          </Button>
        )}
      />
      <Sources />
      <ConfirmDelete
        record={deleting && { name: deleting.firstName, detail: deleting.email }}
        onClose={() => setDeleting(null)}
        title="Delete signup"
        question="Are you sure you want to delete this signup?"
        onDelete={async () => deleting && remove(deleting)}
      />
      <FormDialog
        open={edited !== null}
        onClose={() => setEdited(null)}
        title={EDIT.title}
        description={EDIT.description}
      >
        {edited !== null && <Editor key={edited} id={edited} />}
      </FormDialog>
      <ImportDialog open={importing} onClose={() => setImporting(false)} />
    </StaffFrame>
  );
}

/** What can be done with selected signups. */
const signupBulk: BulkOf<typeof signupParams> = {
  one: "signup",
  many: "signups",
  select: (client, values) => client.admin.waitlist.select.query(values),
  refresh,
  acts: [
    deleteSelected("signups", (client, ids, act) => client.admin.waitlist.deleteMany.mutate({ ids, act })),
  ],
};

const EDIT = declareForm({
  title: "Correct signup",
  description:
    "A new address gets an email and must be confirmed again. No broadcasts go to it until then, and email waiting for the old address is stopped.",
  submit: "Save changes",
  sending: "Saving...",
  missing: WAITLIST.missing,
  failed: "Failed to correct the signup",
  marksRequired: true,
  schema: updateInput
    .omit({ id: true, updatedAt: true })
    .required({ firstName: true, email: true, city: true, isBetaTester: true }),
  fields: {
    firstName: text("First name", { required: true }),
    email: text("Email", { required: true, type: "email" }),
    city: text("City"),
    isBetaTester: checkbox("Beta tester"),
  },
});

function Editor({ id }: { readonly id: string }) {
  const signup = trpc.admin.waitlist.get.useQuery({ id }, { staleTime: 0 });
  const isNew = signup.isFetchedAfterMount; // an older version would only be refused
  return (
    <Loaded
      query={{ ...signup, data: isNew ? signup.data : undefined }}
      failed="The signup could not be loaded"
      rows={4}
    >
      {(data) => (
        <EditFields
          form={EDIT}
          noun="signup"
          record={data}
          recordSchema={correctedSignup}
          save={(client, changed) => client.admin.waitlist.update.mutate(changed)}
          done={{ title: "Signup corrected" }}
          refresh={refresh}
        />
      )}
    </Loaded>
  );
}

function DataLink({ email }: { readonly email: string }) {
  const { role } = useStaff();
  if (!SUPER_ADMINS.includes(role)) return null;
  return (
    <Link to="/admin/people" search={{ email }}>
      See and erase this person's data
    </Link>
  );
}

const Consent = ({ text, source, at }: SignupDetail["consent"]) => (
  <section>
    <h3>What they agreed to</h3>
    <p className="soft">{text ?? `They agreed elsewhere: ${source || "not recorded"}.`}</p>
    <p>{formatDateTime(at)}</p>
  </section>
);

const factsOf = (signup: SignupDetail) => {
  const time = (at: Date | null) => at && formatDateTime(at);
  const { utmSource, utmMedium, utmCampaign, referrer, ref } = signup.source ?? {};
  return [
    ["Email", <MailLink key="email" address={signup.email} />],
    ["City", signup.city],
    ["Beta tester", signup.isBetaTester ? "Yes" : "No"],
    ["Joined", time(signup.createdAt)],
    ["Address confirmed", time(signup.confirmedAt) ?? "Not yet"],
    ["Left", time(signup.leftAt)],
    ["Invited to the beta", time(signup.invitedAt)],
    ["Accepted the invitation", time(signup.acceptedAt)],
    ["Came from", [utmSource, utmMedium, utmCampaign, referrer].filter(Boolean).join(", ")],
    ["By a friend's link", ref ? "Yes" : null],
  ] as const;
};

const KINDS = [
  ["views", "Views"],
  ["joins", "Joined"],
  ["confirmations", "Confirmed"],
  ["acceptances", "Accepted"],
] as const;

type Row = Report["sources"][number] & { readonly id: string };

const COLUMNS: readonly Column<Row>[] = [
  { head: "Source", look: "main", cell: ({ source }) => SOURCE_NAMES[source] ?? source },
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
