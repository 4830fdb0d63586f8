import { useRef, useState } from "react";
import {
  inviteInput,
  PASSWORD_MIN,
  resetPasswordInput,
  type StaffUser,
} from "../../../../modules/accounts/schema.ts";
import { Confirm } from "../../../kit/dialog/confirm.tsx";
import { DialogForm, FormDialog, type FormWords } from "../../../kit/dialog/form-dialog.tsx";
import { LinkDialog, type ShownLink } from "../../../kit/dialog/link-dialog.tsx";
import { NewPasswordField } from "../../../kit/form/new-password-field.tsx";
import { Button } from "../../../kit/page/button.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { ResourceList } from "../../../kit/records/resource-list.tsx";
import type { RowAction } from "../../../kit/records/row-actions.tsx";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { ALL_ROLES } from "../../../kit/staff/roles.ts";
import { useStaff } from "../../../kit/staff/use-staff.ts";
import { Count, Counts } from "../../../kit/table/count.tsx";
import { useRequestedAct } from "../../../lib/acts.ts";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form.ts";
import { toast } from "../../../lib/toast.ts";
import { AccountFields } from "./account-fields.tsx";
import { AddUser } from "./add-user.tsx";
import { ADD_USER, INVITE_USER, PASSWORD_RULES } from "./content.ts";
import { userList } from "./list.tsx";
import { Lockdown } from "./lockdown.tsx";
import { resetRequestOf } from "./reset-request.ts";
import { useBulk } from "./use-bulk.ts";
import { useMayChange, useRefreshUsers, useUserChanges } from "./use-user-changes.ts";
import { UserPanel } from "./user-panel.tsx";

export function UsersPage() {
  return (
    <StaffFrame title="Users">
      <div className="stack">
        <UserCounts />
        <Users />
      </div>
    </StaffFrame>
  );
}

interface Open {
  readonly dialog:
    | "deactivate"
    | "resetMfa"
    | "requestMfaReset"
    | "confirmMfaReset"
    | "setPassword"
    | "lockdown";
  readonly user: StaffUser;
}

const MFA_ACTIONS = {
  resetMfa: "Reset MFA",
  requestMfaReset: "Reset MFA",
  confirmMfaReset: "Confirm MFA reset",
} as const;

/** A super admin's MFA is requested by one and confirmed by another. */
function mfaResetOf(user: StaffUser, ownName: string): keyof typeof MFA_ACTIONS | null {
  if (!user.mfaEnabled) return null;
  const request = resetRequestOf(user);
  if (request) return request.by === ownName ? null : "confirmMfaReset";
  return user.role === "super_admin" ? "requestMfaReset" : "resetMfa";
}

/** Every admin reads the list; a super admin changes the accounts of others. */
function Users() {
  const { role, username: ownName } = useStaff();
  const isSuperAdmin = role === "super_admin";
  const mayChange = useMayChange();
  const { activate } = useUserChanges();
  const bulk = useBulk();
  const [adding, setAdding] = useState(false);
  const [inviting, setInviting] = useState(false);
  const [shown, setShown] = useState<ShownLink | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  useRequestedAct("inviteUser", () => setInviting(true));
  useRequestedAct("addUser", () => setAdding(true));
  function actionsOf(user: StaffUser): readonly RowAction[] {
    if (!mayChange(user)) return [];
    const opens = (dialog: Open["dialog"]) => () => setOpen({ dialog, user });
    const mfaReset = mfaResetOf(user, ownName);
    return [
      { name: "Set new password", onSelect: opens("setPassword") },
      ...(mfaReset ? [{ name: MFA_ACTIONS[mfaReset], onSelect: opens(mfaReset) }] : []),
      { name: "Lock down", onSelect: opens("lockdown"), destructive: true },
      user.isActive
        ? { name: "Deactivate", onSelect: opens("deactivate"), destructive: true }
        : { name: "Activate", onSelect: () => void activate(user) },
    ];
  }
  return (
    <>
      <ResourceList
        list={userList}
        panel={(id) => (
          <UserPanel
            key={id}
            id={id}
            onInvited={(link, username) => setShown({ ...invitationText(username), link })}
          />
        )}
        actions={() =>
          isSuperAdmin && (
            <>
              <Button className="button-tiny" look="quiet" onClick={() => setInviting(true)}>
                {INVITE_USER.title}
              </Button>
              <Button className="button-tiny" onClick={() => setAdding(true)}>
                {ADD_USER.title}
              </Button>
            </>
          )
        }
        bulk={isSuperAdmin ? bulk : undefined}
        rowActions={isSuperAdmin ? actionsOf : undefined}
      />
      <AddUser open={adding} onClose={() => setAdding(false)} />
      <InviteUser
        open={inviting}
        onClose={() => setInviting(false)}
        onInvited={(link, username) => setShown({ ...invitationText(username), link })}
      />
      <LinkDialog shown={shown} onClose={() => setShown(null)} />
      {open?.dialog === "lockdown" && <Lockdown user={open.user} onClose={close} onDone={setShown} />}
      {open && open.dialog !== "setPassword" && open.dialog !== "lockdown" && (
        <ConfirmChange change={open.dialog} user={open.user} onClose={close} />
      )}
      <NewPassword user={open?.dialog === "setPassword" ? open.user : null} onClose={close} />
    </>
  );
}

function UserCounts() {
  const counts = trpc.admin.users.counts.useQuery();
  return (
    <section className="list-card" aria-label="Counts">
      <Loaded query={counts} failed={userList.words.failed} rows={2}>
        {({ total, active, withMfa }) => (
          <Counts few>
            <Count label="All accounts" value={total} />
            <Count label="Active" value={active} />
            <Count label="With MFA" value={withMfa} />
          </Counts>
        )}
      </Loaded>
    </section>
  );
}

const WORDS = {
  deactivate: {
    title: (username: string) => `Deactivate ${username}`,
    text: "They can no longer sign in. All their sessions, API tokens and mailed links end for good, even if you activate the account again.",
    action: "Deactivate",
    acting: "Deactivating...",
  },
  resetMfa: {
    title: (username: string) => `Reset MFA of ${username}`,
    text: "For someone who lost their phone and their backup codes. Their second step is turned off and every session ends; make sure that the request really comes from them.",
    action: "Reset MFA",
    acting: "Resetting...",
  },
  requestMfaReset: {
    title: (username: string) => `Reset MFA of ${username}`,
    text: "The MFA of a super admin is reset only if another super admin confirms it within 24 hours. All super admins get an email; make sure that the request really comes from this person.",
    action: "Request the reset",
    acting: "Requesting...",
  },
  confirmMfaReset: {
    title: (username: string) => `Confirm the MFA reset of ${username}`,
    text: "Another super admin has asked for it. The second step is turned off, passkeys are removed and every session ends; make sure that the request really comes from this person.",
    action: "Confirm the reset",
    acting: "Resetting...",
  },
} as const;

interface ConfirmChangeProps {
  readonly change: keyof typeof WORDS;
  readonly user: StaffUser;
  readonly onClose: () => void;
}

function ConfirmChange({ change, user, onClose }: ConfirmChangeProps) {
  const changes = useUserChanges();
  const { title, text, action, acting } = WORDS[change];
  return (
    <Confirm
      open
      onClose={onClose}
      title={title(user.username)}
      action={action}
      acting={acting}
      onConfirm={() => changes[change](user).then(onClose)}
    >
      {text}
    </Confirm>
  );
}

interface NewPasswordProps {
  /** Null while it is closed. */
  readonly user: StaffUser | null;
  readonly onClose: () => void;
}

function NewPassword({ user, onClose }: NewPasswordProps) {
  return (
    <FormDialog
      open={user !== null}
      onClose={onClose}
      title={newPasswordWords(user?.username ?? "").title}
      description="Every session of this account ends at once."
    >
      {user && <Form user={user} />}
    </FormDialog>
  );
}

function Form({ user: { id, username, email } }: { readonly user: StaffUser }) {
  const reset = trpc.admin.users.resetPassword.useMutation();
  const refresh = useRefreshUsers();
  return (
    <DialogForm
      words={newPasswordWords(username)}
      schema={resetPasswordInput}
      read={(form) => ({ id, password: textOf(form, "password") })}
      send={(input) => reset.mutateAsync(input)}
      onDone={() => {
        toast({ title: `${username} has a new password` });
        void refresh();
      }}
    >
      {(errors) => (
        <>
          {/* Tells a password manager whose password this is. */}
          <input hidden readOnly autoComplete="username" value={username} />
          <NewPasswordField
            label="New password"
            name="password"
            required
            error={errors.password}
            min={PASSWORD_MIN}
            hint={PASSWORD_RULES}
            namesOf={() => ({ username, email })}
          />
        </>
      )}
    </DialogForm>
  );
}

const invitationText = (username: string) => ({
  title: `${username} is invited`,
  text: "The link is also mailed, if this server sends mail. You can hand it over yourself: it is shown only now, works once and for 7 days.",
});

const newPasswordWords = (username: string): FormWords => ({
  title: `New password for ${username}`,
  submit: "Set password",
  sending: "Saving...",
  missing: "New password is required",
  failed: "Failed to set the password",
});

interface InviteUserProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onInvited: (link: string, username: string) => void;
}

const readValues = (form: FormData) => ({
  username: textOf(form, "username"),
  email: textOf(form, "email"),
  role: ALL_ROLES.find((role) => role === form.get("role")) ?? "admin",
});

/** Invites a person, who chooses the password with the link. */
function InviteUser({ open, onClose, onInvited }: InviteUserProps) {
  const invite = trpc.admin.users.invite.useMutation();
  const refresh = useRefreshUsers();
  const invited = useRef<{ readonly link: string; readonly username: string }>(null);
  /** The link is shown once this dialog is closed: of two open dialogs the first would close the second. */
  function closeAndShow(): void {
    onClose();
    if (invited.current) onInvited(invited.current.link, invited.current.username);
    invited.current = null;
  }
  return (
    <FormDialog
      open={open}
      onClose={closeAndShow}
      title={INVITE_USER.title}
      description="They get a link by mail and choose their own password. Inviting someone again replaces the link."
    >
      {open && (
        <DialogForm
          words={INVITE_USER}
          schema={inviteInput}
          read={readValues}
          send={async (input) => {
            const { link, username } = await invite.mutateAsync(input);
            invite.reset(); // else it keeps the link
            invited.current = { link, username };
          }}
          onDone={() => void refresh()}
        >
          {(errors) => (
            <div className="field-pairs">
              <AccountFields errors={errors} emailRequired />
            </div>
          )}
        </DialogForm>
      )}
    </FormDialog>
  );
}
