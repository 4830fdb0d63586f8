import { useRef, useState } from "react";
import { PASSWORD_MIN, type Partner, registerInput } from "../../../modules/partners/schema.ts";
import type { FieldErrors } from "../../../shared/errors.ts";
import { DialogForm, FormDialog } from "../../kit/dialog/form-dialog.tsx";
import { EmailField } from "../../kit/form/email-field.tsx";
import { Field } from "../../kit/form/field.tsx";
import { PhoneField } from "../../kit/form/formatted-field.tsx";
import { NewPasswordField } from "../../kit/form/new-password-field.tsx";
import { Badge } from "../../kit/page/badge.tsx";
import { Button } from "../../kit/page/button.tsx";
import { MailLink } from "../../kit/page/mail-link.tsx";
import { Loaded } from "../../kit/page/states.tsx";
import { UserText } from "../../kit/page/user-text.tsx";
import type { Bulk } from "../../kit/records/bulk.ts";
import { declareList } from "../../kit/records/declare-list.ts";
import type { FilterValues } from "../../kit/records/list-params.ts";
import { OpenRecord } from "../../kit/records/open-record.tsx";
import { ResourceList } from "../../kit/records/resource-list.tsx";
import { useRestore } from "../../kit/records/use-restore.ts";
import { StaffFrame } from "../../kit/staff/frame.tsx";
import { LogOut } from "../../kit/staff/log-out.tsx";
import { useSessionChange } from "../../kit/staff/use-session.ts";
import { Day } from "../../kit/table/cells.tsx";
import { Count, Counts } from "../../kit/table/count.tsx";
import { useRequestedAct } from "../../lib/acts.ts";
import { trpc } from "../../lib/api.tsx";
import { needsReauthentication } from "../../lib/errors.ts";
import { textOf } from "../../lib/form.ts";
import { toast } from "../../lib/toast.ts";
import {
  ADD_PARTNER,
  DELETE_PARTNER,
  ERROR,
  FIELD_LABELS,
  SIGN_IN,
  BULK_PARTNERS as WORDS,
} from "./content.ts";
import { EditDialog } from "./edit-dialog.tsx";
import { partnerParams } from "./list-search-params.ts";
import { PartnerPanel } from "./partner-panel.tsx";
import { ManagerSignIn } from "./sign-in.tsx";
import { useRefreshPartners } from "./use-refresh-partners.ts";

export function PartnerManagerPage() {
  const [adding, setAdding] = useState(false);
  return (
    <StaffFrame
      title={SIGN_IN.title}
      signIn={ManagerSignIn}
      leave={<ManagerLogOut />}
      actions={
        <Button className="button-small" onClick={() => setAdding(true)}>
          {ADD_PARTNER.title}
        </Button>
      }
    >
      <Partners adding={adding} onAdding={setAdding} />
    </StaffFrame>
  );
}

/** Reloads the page afterwards, so that nothing that was on it stays in memory. */
function ManagerLogOut() {
  const logout = trpc.partnerManager.session.logout.useMutation();
  const { end } = useSessionChange();
  return (
    <LogOut
      send={() => logout.mutateAsync()}
      onLoggedOut={() => {
        end(null);
        window.location.reload();
      }}
    />
  );
}

interface PartnersProps {
  readonly adding: boolean;
  readonly onAdding: (adding: boolean) => void;
}

/** The partner accounts, and the dialogs that add and change them. */
function Partners({ adding, onAdding }: PartnersProps) {
  const [edited, setEdited] = useState<Partner | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useRequestedAct("addPartner", () => onAdding(true));
  const remove = useDelete(() => heading.current?.focus());
  return (
    <div className="stack">
      <PartnerCounts />
      <ResourceList
        list={partnerList}
        headingRef={heading}
        panel={(id) => <PartnerPanel key={id} id={id} onEdit={setEdited} />}
        bulk={useBulk()}
        emptyAction={<Button onClick={() => onAdding(true)}>Add First Partner</Button>}
        rowActions={(partner) => [
          { name: "Edit", onSelect: () => setEdited(partner) },
          { name: "Delete", onSelect: () => void remove(partner), destructive: true },
        ]}
      />
      <AddDialog
        open={adding}
        onClose={() => onAdding(false)}
        focusAfter={() => document.querySelector<HTMLElement>(".staff-actions button")}
      />
      <EditDialog partner={edited} onClose={() => setEdited(null)} />
    </div>
  );
}

function PartnerCounts() {
  const counts = trpc.partnerManager.partners.counts.useQuery();
  return (
    <section className="list-card" aria-label="Counts">
      <Loaded query={counts} failed="The counts could not be loaded" rows={2}>
        {({ total, verified, pending }) => (
          <Counts few>
            <Count label="Total Partners" value={total} />
            <Count label="Verified Partners" value={verified} />
            <Count label="Pending Verification" value={pending} />
          </Counts>
        )}
      </Loaded>
    </section>
  );
}

/** Deletes a partner after the browser's own confirmation. `onDeleted` is called again once it was restored. */
function useDelete(onDeleted: () => void) {
  const restore = useRestore();
  const remove = trpc.partnerManager.partners.delete.useMutation();
  const refresh = useRefreshPartners();
  const busy = useRef(false);
  return async ({ id, businessName }: Partner): Promise<void> => {
    if (busy.current || !window.confirm(DELETE_PARTNER.question(businessName))) return;
    busy.current = true;
    try {
      await remove.mutateAsync({ id });
      toast({
        title: "Partner Deleted",
        description: "Business partner has been removed successfully.",
        onUndo: () => void restore(id).then(onDeleted),
      });
      await refresh();
      onDeleted();
    } catch (error) {
      if (needsReauthentication(error)) return;
      toast({
        title: ERROR,
        description: "Failed to delete partner. Please try again.",
        variant: "destructive",
      });
      // The refusal may be due to a change that this list does not show yet.
      await refresh().catch(() => undefined);
    } finally {
      busy.current = false;
    }
  };
}

/** What can be done with selected partners. */
function useBulk(): Bulk<Partner, FilterValues<typeof partnerParams.filters>> {
  const { partnerManager } = trpc.useUtils();
  const verify = trpc.partnerManager.partners.verifyMany.useMutation();
  const invite = trpc.partnerManager.partners.inviteMany.useMutation();
  const remove = trpc.partnerManager.partners.deleteMany.useMutation();
  const refresh = useRefreshPartners();
  return {
    nameOf: ({ businessName }) => businessName,
    one: "partner",
    many: "partners",
    select: async (values, count) => (await partnerManager.partners.select.fetch({ ...values, count })).ids,
    refresh,
    acts: [
      {
        ...WORDS.verify,
        send: (ids) => verify.mutateAsync({ ids: [...ids] }),
      },
      {
        ...WORDS.invite,
        send: (ids) => invite.mutateAsync({ ids: [...ids] }),
      },
      {
        ...WORDS.delete,
        destructive: true,
        undoable: true,
        send: (ids, actId) => remove.mutateAsync({ ids: [...ids], act: actId }),
      },
    ],
  };
}

const partnerList = declareList({
  params: partnerParams,
  pageSize: 25,
  query: (utils, input) => utils.partnerManager.partners.list.queryOptions(input),
  words: {
    title: "Partners",
    caption: "Partner accounts",
    pages: "Pages of the partners",
    failed: "The partners could not be loaded",
    empty: "No partners yet",
    emptyText: "Add the first business here; it can sign in with the password that you set.",
    noMatch: "No partner matches",
    noMatchText: "Try part of the business's name, or the person's address.",
  },
  rowActions: { look: "buttons", nameOf: ({ businessName }) => businessName },
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
      cell: ({ createdAt }) => <Day at={createdAt} />,
    },
  ],
});

interface AddDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The button of an empty list is gone once there is a partner. */
  readonly focusAfter: () => HTMLElement | null;
}

const readValues = (form: FormData) => ({
  businessName: textOf(form, "businessName"),
  contactName: textOf(form, "contactName"),
  email: textOf(form, "email"),
  password: textOf(form, "password"),
  phone: textOf(form, "phone"),
});

function AddDialog({ open, ...dialog }: AddDialogProps) {
  const create = trpc.partnerManager.partners.create.useMutation();
  const refresh = useRefreshPartners();
  return (
    <FormDialog
      {...dialog}
      open={open}
      title={ADD_PARTNER.title}
      description="The account begins as Pending. Edit it to verify it."
    >
      {open && (
        <DialogForm
          words={ADD_PARTNER}
          marksRequired
          conflictField="email"
          schema={registerInput}
          read={readValues}
          send={(input) => create.mutateAsync(input)}
          onDone={() => {
            toast({
              title: "Partner Added",
              description: "New business partner has been created successfully.",
            });
            void refresh();
          }}
        >
          {(errors) => <Fields errors={errors} />}
        </DialogForm>
      )}
    </FormDialog>
  );
}

function Fields({ errors }: { readonly errors: FieldErrors }) {
  const wired = (name: "businessName" | "contactName" | "email" | "password" | "phone") => ({
    name,
    label: FIELD_LABELS[name],
    error: errors[name],
  });
  return (
    <div className="field-pairs">
      <Field {...wired("businessName")} autoComplete="off" required />
      <Field {...wired("contactName")} autoComplete="off" required />
      <EmailField {...wired("email")} autoComplete="off" required />
      <PhoneField {...wired("phone")} autoComplete="off" />
      <NewPasswordField
        {...wired("password")}
        required
        minLength={PASSWORD_MIN}
        min={PASSWORD_MIN}
        hint="At least 6 characters, and not a common one. Give it over in person."
      />
    </div>
  );
}
