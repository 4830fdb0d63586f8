import { useRef, useState } from "react";
import {
  PASSWORD_MIN,
  type Partner,
  partner as partnerSchema,
  registerInput,
  updateInput,
} from "../../../modules/partners/schema.ts";
import { formatDay } from "../../../shared/format.ts";
import { Button } from "../../kit/controls/button.tsx";
import { LinkDialog } from "../../kit/dialog/link-dialog.tsx";
import { Field } from "../../kit/form/field.tsx";
import { PhoneField } from "../../kit/form/formatted-field.tsx";
import { NewPasswordField } from "../../kit/form/new-password-field.tsx";
import { Badge } from "../../kit/page/badge.tsx";
import { type BulkOf, declareList, deleteSelected } from "../../kit/records/declare-list.ts";
import { partnerParams } from "../../kit/records/lists.ts";
import { OpenRecord } from "../../kit/records/open-record.tsx";
import {
  AddRecord,
  checkbox,
  declareForm,
  EditRecord,
  email,
  text,
  type Wired,
} from "../../kit/records/record-form.tsx";
import { ResourceList } from "../../kit/records/resource-list.tsx";
import type { Refresh } from "../../kit/records/use-act.ts";
import { StaffFrame } from "../../kit/staff/frame.tsx";
import { Age } from "../../kit/table/cells.tsx";
import { Count, CountsCard } from "../../kit/table/count.tsx";
import { MailLink } from "../../kit/text/address-links.tsx";
import { UserText } from "../../kit/text/user-text.tsx";
import { useRequestedAct } from "../../lib/acts.ts";
import { trpc } from "../../lib/api.tsx";
import { toast, toastError } from "../../lib/toast.ts";
import { partnerPanel } from "./partner-panel.tsx";
import { ManagerLogOut, ManagerSignIn, PARTNER_MANAGER } from "./sign-in.tsx";
import { useDelete } from "./use-delete.ts";

export function PartnerManagerPage() {
  const [adding, setAdding] = useState(false);
  return (
    <StaffFrame
      title={PARTNER_MANAGER}
      signIn={ManagerSignIn}
      logOut={<ManagerLogOut />}
      actions={
        <Button className="button-small" onClick={() => setAdding(true)}>
          {ADD.title}
        </Button>
      }
    >
      <Partners adding={adding} onAdding={setAdding} />
    </StaffFrame>
  );
}

const refresh: Refresh = (utils) => utils.partnerManager.partners.invalidate();

interface PartnersProps {
  readonly adding: boolean;
  readonly onAdding: (adding: boolean) => void;
}

/** The partner accounts, and the dialogs that add and change them. */
function Partners({ adding, onAdding }: PartnersProps) {
  const [edited, setEdited] = useState<Partner | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useRequestedAct("addPartner", () => onAdding(true));
  const remove = useDelete(() => heading.current?.focus());
  const inviteAgain = useInviteAgain(setLink);
  return (
    <div className="stack">
      <PartnerCounts />
      <ResourceList
        list={partnerList}
        headingRef={heading}
        emptyAction={<Button onClick={() => onAdding(true)}>Add First Partner</Button>}
        rowActions={(partner) => [
          { name: "Edit", onSelect: () => setEdited(partner) },
          { name: "Delete", onSelect: () => remove(partner), destructive: true, on: "row" },
          ...("firstLoginAt" in partner && partner.firstLoginAt === null
            ? [{ ...INVITE_AGAIN, onSelect: () => inviteAgain(partner), on: "panel" } as const]
            : []),
        ]}
        panel={partnerPanel}
        bulk={partnerBulk}
      />
      <LinkDialog shown={link === null ? null : { ...HANDED_LINK, link }} onClose={() => setLink(null)} />
      <AddRecord
        form={ADD}
        open={adding}
        onClose={() => onAdding(false)}
        // The button of an empty list is gone once there is a partner.
        focusAfter={() => document.querySelector<HTMLElement>(".staff-actions button")}
        send={(client, values) => client.partnerManager.partners.create.mutate(values)}
        done={() => ({
          title: "Partner Added",
          description: "New business partner has been created successfully.",
        })}
        refresh={refresh}
      />
      <EditRecord
        form={EDIT}
        noun="partner"
        record={edited}
        recordSchema={partnerSchema}
        save={(client, changed) => client.partnerManager.partners.update.mutate(changed)}
        done={UPDATED}
        refresh={refresh}
        onClose={() => setEdited(null)}
      >
        {edited && <FixedEmail partner={edited} />}
      </EditRecord>
    </div>
  );
}

const UPDATED = {
  title: "Partner Updated",
  description: "Partner information has been updated successfully.",
} as const;

function PartnerCounts() {
  const counts = trpc.partnerManager.partners.counts.useQuery();
  return (
    <CountsCard query={counts} failed="The counts could not be loaded">
      {({ total, verified, pending }) => (
        <>
          <Count label="Total Partners" value={total} />
          <Count label="Verified Partners" value={verified} />
          <Count label="Pending Verification" value={pending} />
        </>
      )}
    </CountsCard>
  );
}

const INVITE_AGAIN = { name: "Invite again", acting: "Inviting..." } as const;
const INVITE_FAILED = "Failed to invite";

/** What can be done with selected partners. */
const partnerBulk: BulkOf<typeof partnerParams> = {
  one: "partner",
  many: "partners",
  select: (client, values) => client.partnerManager.partners.select.query(values),
  refresh,
  acts: [
    {
      name: "Verify",
      acting: "Verifying...",
      question: (what) => `Verify ${what}? Each gets an email about it, which cannot be taken back.`,
      done: (what) => `${what} verified`,
      failed: "Failed to verify the partners",
      send: (client, ids) => client.partnerManager.partners.verifyMany.mutate({ ids }),
    },
    {
      ...INVITE_AGAIN,
      question: (what) =>
        `Email ${what} another link to choose a password? Those who have signed in before are left out.`,
      done: (what) => `${what} invited again`,
      failed: INVITE_FAILED,
      send: (client, ids) => client.partnerManager.partners.inviteMany.mutate({ ids }),
    },
    deleteSelected(
      "partners",
      (client, ids, act) => client.partnerManager.partners.deleteMany.mutate({ ids, act }),
      "Their places lose their owner and their sessions end. ",
    ),
  ],
};

const ERROR = "Error";

const FORM = {
  missing: "Please fill in all required fields",
  errorTitle: ERROR,
  marksRequired: true,
  pairs: true,
} as const;

const FIELDS = {
  businessName: text("Business Name", { required: true }),
  contactName: text("Contact Name", { required: true }),
} as const;

const ADD = declareForm({
  ...FORM,
  title: "Add Partner",
  description: "The account begins as Pending. Edit it to verify it.",
  submit: "Add Partner",
  sending: "Adding...",
  failed: "Failed to add partner. Please try again.",
  conflictField: "email",
  schema: registerInput,
  fields: {
    ...FIELDS,
    email: email("Email", { required: true }),
    phone: text("Phone", {}, PhoneField),
    password: {
      ...text("Password"),
      control: ({ value: _, ...wired }: Wired<string>) => (
        <NewPasswordField
          {...wired}
          required
          minLength={PASSWORD_MIN}
          min={PASSWORD_MIN}
          hint="At least 6 characters, and not a common one. Give it over in person."
        />
      ),
    },
  },
});

const EDIT = declareForm({
  ...FORM,
  title: "Edit Partner",
  submit: "Update Partner",
  sending: "Updating...",
  failed: "Failed to update partner. Please try again.",
  schema: updateInput.pick({ businessName: true, contactName: true, phone: true, isVerified: true }),
  fields: {
    ...FIELDS,
    phone: text("Phone", {}, PhoneField),
    isVerified: {
      ...checkbox("Verified Partner", "Tick it once you know that they are who they say."),
      shown: (value: boolean) => (value ? "yes" : "no"),
    },
  },
});

const FixedEmail = ({ partner: { email: address, emailConfirmedAt } }: { readonly partner: Partner }) => (
  <div className="field-noted">
    <Field label="Email" name="email" type="email" value={address} readOnly />
    <p className="soft">Email cannot be changed</p>
    <p className="soft">
      {emailConfirmedAt ? `Address confirmed on ${formatDay(emailConfirmedAt)}` : "Address not confirmed"}
    </p>
  </div>
);

const HANDED_LINK = {
  title: "Link to choose a password",
  text: "This server cannot send email. Hand the link over yourself: it is shown only now, works once and for 7 days.",
} as const;

/** Mails a partner another invitation; where no mail can be sent, `onLink` gets the link to hand over. */
function useInviteAgain(onLink: (link: string) => void) {
  const { client } = trpc.useUtils();
  return async ({ id }: Partner): Promise<void> => {
    try {
      const { email, link } = await client.partnerManager.partners.invite.mutate({ id });
      if (link) onLink(link);
      else toast({ title: "Invitation emailed", description: email });
    } catch (error) {
      toastError(INVITE_FAILED, error);
    }
  };
}

const partnerList = declareList({
  params: partnerParams,
  views: "partners",
  query: (utils, input) => utils.partnerManager.partners.list.queryOptions(input),
  words: {
    title: "Partners",
    isScreen: true,
    caption: "Partner accounts",
    pages: "Pages of the partners",
    failed: "The partners could not be loaded",
    empty: "No partners yet",
    emptyText: "Add the first business here; it can sign in with the password that you set.",
    noMatch: "No partner matches",
    noMatchText: "Try part of the business's name, or the person's address.",
  },
  nameOf: ({ businessName }) => businessName,
  columns: [
    {
      head: "Business",
      look: "main",
      orders: [{ sort: "business", direction: "ascending" }],
      cell: ({ id, businessName, email }) => (
        <>
          <OpenRecord screen="/partner-manager" id={id} name={businessName} />
          <MailLink address={email} className="table-sub" />
        </>
      ),
    },
    {
      head: "Contact",
      brief: true,
      cell: ({ contactName, phone }) => (
        <>
          <UserText text={contactName} />
          {phone && <span className="table-sub">{phone}</span>}
        </>
      ),
    },
    {
      head: "Status",
      brief: true,
      cell: ({ isVerified }) => (
        <Badge tone={isVerified ? "good" : "warning"}>{isVerified ? "Verified" : "Pending"}</Badge>
      ),
    },
    {
      head: "Created",
      orders: [
        { sort: "newest", direction: "descending" },
        { sort: "oldest", direction: "ascending" },
      ],
      brief: true,
      cell: ({ createdAt }) => <Age at={createdAt} />,
    },
  ],
});
