import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { PEOPLE } from "../../../copy/en/my-place.ts";
import { ACCOUNT, CONTACT_DETAILS, DETAIL_LABELS, DOWNLOAD, PORTAL } from "../../../copy/en/partner.ts";
import { profile as profileSchema, updateOwnInput } from "../../../modules/partners/schema.ts";
import { PASSKEYS, Passkeys } from "../../kit/account/passkeys.tsx";
import { SESSIONS, SessionList, useEndSessions } from "../../kit/account/sessions.tsx";
import { Button } from "../../kit/controls/button.tsx";
import { Menu } from "../../kit/controls/menu.tsx";
import { Dialog } from "../../kit/dialog/dialog.tsx";
import { EditForm } from "../../kit/dialog/edit-form.tsx";
import { FormDialog } from "../../kit/dialog/form-dialog.tsx";
import { Field } from "../../kit/form/field.tsx";
import { PhoneField } from "../../kit/form/formatted-field.tsx";
import { Badge } from "../../kit/page/badge.tsx";
import { Loaded } from "../../kit/page/states.tsx";
import { Wordmark } from "../../kit/site/top-bar.tsx";
import { LogOut } from "../../kit/staff/log-out.tsx";
import { trpc } from "../../lib/api.tsx";
import { focusFrom } from "../../lib/focus.ts";
import { textOf } from "../../lib/form.ts";
import { toast, toastError } from "../../lib/toast.ts";
import { EmailDialog, PasswordDialog, RemoveDialog } from "./account-dialogs.tsx";
import type { Business } from "./partner-account.ts";
import { PeopleDialog } from "./people/people-dialog.tsx";
import { usePartner, useSessionChange } from "./session.tsx";

export function PortalBar() {
  return (
    <header className="portal-bar">
      <div className="wrap">
        <Wordmark />
        <AccountMenu />
        <PartnerLogOut />
      </div>
    </header>
  );
}

/** The business name and account menu. A verified partner has no star: that is the mark of a halal tier. */
export function BusinessLine() {
  const { businessName, isVerified } = usePartner();
  return (
    <header className="portal-head">
      <h1>{PORTAL.title}</h1>
      <p className="portal-business">
        <bdi>{businessName}</bdi> {isVerified && <Badge tone="info">{PORTAL.verified}</Badge>}
      </p>
    </header>
  );
}

function PartnerLogOut() {
  const logout = trpc.partner.session.logout.useMutation();
  const { end } = useSessionChange();
  const navigate = useNavigate();
  return (
    <LogOut
      send={() => logout.mutateAsync()}
      onLoggedOut={async () => {
        // Without search params: the next sign-in must not return to what was open.
        await navigate({ to: "/partner", search: {}, replace: true });
        end(null);
        toast({ title: "Logged out" });
      }}
    />
  );
}

/** Account actions of a partner. */
function AccountMenu() {
  const { businessName, person } = usePartner();
  const isOwner = person.role === "owner";
  const [open, setOpen] = useState<
    "details" | "people" | "email" | "password" | "passkeys" | "sessions" | "remove" | null
  >(null);
  const download = useDownload();
  const close = () => setOpen(null);
  return (
    <>
      <Menu
        label={ACCOUNT.label(businessName)}
        face={ACCOUNT.open}
        items={[
          ...(isOwner ? [{ name: ACCOUNT.details, onSelect: () => setOpen("details") }] : []),
          { name: PEOPLE.title, onSelect: () => setOpen("people") },
          { name: ACCOUNT.email, onSelect: () => setOpen("email") },
          { name: ACCOUNT.changePassword, onSelect: () => setOpen("password") },
          { name: PASSKEYS.title, onSelect: () => setOpen("passkeys") },
          { name: ACCOUNT.sessions, onSelect: () => setOpen("sessions") },
          { name: ACCOUNT.download, onSelect: () => void download() },
          ...(isOwner
            ? [{ name: ACCOUNT.remove, onSelect: () => setOpen("remove"), destructive: true }]
            : []),
        ]}
      />
      <DetailsDialog open={open === "details"} onClose={close} />
      <PeopleDialog open={open === "people"} onClose={close} />
      <EmailDialog open={open === "email"} onClose={close} />
      <PasswordDialog open={open === "password"} onClose={close} />
      <PasskeysDialog open={open === "passkeys"} onClose={close} />
      <SessionsDialog open={open === "sessions"} onClose={close} />
      <RemoveDialog open={open === "remove"} onClose={close} />
    </>
  );
}

/** Downloads the partner's data. A download cannot ask for the password, so the session is checked first. */
function useDownload() {
  const { check } = useSessionChange();
  return async (): Promise<void> => {
    try {
      const { who } = await check();
      if (who) window.location.assign(DOWNLOAD.path); // an attachment: the page stays
    } catch (error) {
      toastError(DOWNLOAD.failed, error);
    }
  };
}

interface PasskeysDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The partner's passkeys. */
function PasskeysDialog({ open, onClose }: PasskeysDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={PASSKEYS.title}>
      {open && <PartnerPasskeys />}
    </Dialog>
  );
}

const PartnerPasskeys = () => (
  <div className="passkeys-dialog">
    <Passkeys {...usePartnerPasskeys()} />
  </div>
);

function usePartnerPasskeys() {
  const utils = trpc.useUtils();
  const calls = {
    startAdding: trpc.partner.passkeys.startAdding.useMutation().mutateAsync,
    add: trpc.partner.passkeys.add.useMutation().mutateAsync,
    rename: trpc.partner.passkeys.rename.useMutation().mutateAsync,
    remove: trpc.partner.passkeys.delete.useMutation().mutateAsync,
    reload: () =>
      Promise.allSettled([utils.partner.passkeys.list.invalidate(), utils.partner.session.list.invalidate()]),
  };
  return { query: trpc.partner.passkeys.list.useQuery(undefined, { staleTime: 0 }), calls } as const;
}

interface SessionsDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The partner's sessions, each with a button that ends it. */
function SessionsDialog({ open, onClose }: SessionsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Where you are signed in">
      {open && <Sessions />}
    </Dialog>
  );
}

function Sessions() {
  const sessions = trpc.partner.session.list.useQuery(undefined, { staleTime: 0 });
  const { end, endOthers } = useRevokeSessions();
  const list = useRef<HTMLDivElement>(null);
  async function after(act: Promise<void>): Promise<void> {
    const pressed = document.activeElement;
    await act;
    focusFrom(pressed, list.current); // the button is removed with its session
  }
  return (
    <div className="sessions-dialog" ref={list} tabIndex={-1}>
      <Loaded query={sessions} failed="Your sessions could not be loaded" rows={2}>
        {(all) => (
          <>
            <SessionList sessions={all} onEnd={(id) => void after(end(id))} />
            {all.length > 1 && (
              <Button look="quiet" className="button-small" onClick={() => void after(endOthers())}>
                {SESSIONS.endOthers}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

function useRevokeSessions() {
  const utils = trpc.useUtils();
  return useEndSessions({
    end: trpc.partner.session.end.useMutation().mutateAsync,
    endOthers: trpc.partner.session.endOthers.useMutation().mutateAsync,
    reload: () => utils.partner.session.list.invalidate(),
  });
}

interface DetailsDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The partner's own names and phone number. */
function DetailsDialog({ open, onClose }: DetailsDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} size="small" title={CONTACT_DETAILS.title}>
      {open && <DetailsForm />}
    </FormDialog>
  );
}

type Values = Record<keyof typeof DETAIL_LABELS, string>;

const schema = updateOwnInput.omit({ updatedAt: true });

const valuesOf = ({ businessName, contactName, phone }: Business): Values => ({
  businessName,
  contactName,
  phone,
});

function DetailsForm() {
  const partner: Business = usePartner();
  const update = trpc.partner.profile.update.useMutation();
  const { check } = useSessionChange();
  return (
    <EditForm
      words={CONTACT_DETAILS}
      marksRequired
      noun="account"
      record={partner}
      recordSchema={profileSchema}
      schema={schema}
      labels={DETAIL_LABELS}
      valuesOf={valuesOf}
      textOf={(name, values) => values[name]}
      read={(form): Values => ({
        businessName: textOf(form, "businessName"),
        contactName: textOf(form, "contactName"),
        phone: textOf(form, "phone"),
      })}
      save={(values, updatedAt) => update.mutateAsync({ ...values, updatedAt })}
      onSaved={() => {
        toast({ title: CONTACT_DETAILS.saved });
        void check();
      }}
      onRefused={() => void check()}
    >
      {(errors) => {
        const wired = (name: keyof Values) => ({
          name,
          label: DETAIL_LABELS[name],
          defaultValue: partner[name],
          error: errors[name],
        });
        return (
          <>
            <Field {...wired("businessName")} autoComplete="organization" required />
            <Field {...wired("contactName")} autoComplete="name" required />
            <PhoneField {...wired("phone")} autoComplete="tel" />
          </>
        );
      }}
    </EditForm>
  );
}
