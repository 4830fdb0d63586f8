import { useRef, useState } from "react";
import {
  createInput,
  inviteInput,
  MISSING_IN_CREATE,
  PASSWORD_MIN,
  resetPasswordInput,
  type StaffUser,
} from "../../../../modules/accounts/schema.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Confirm } from "../../../kit/dialog/confirm.tsx";
import { LinkDialog, type ShownLink } from "../../../kit/dialog/link-dialog.tsx";
import { NewPasswordField } from "../../../kit/form/new-password-field.tsx";
import type { RecordAct } from "../../../kit/records/declare-list.ts";
import {
  AddRecord,
  choice,
  declareForm,
  email,
  text,
  type Wired,
} from "../../../kit/records/record-form.tsx";
import { ResourceList } from "../../../kit/records/resource-list.tsx";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { ROLE_NAMES } from "../../../kit/staff/roles.ts";
import { useStaff } from "../../../kit/staff/use-staff.ts";
import { Count, CountsCard } from "../../../kit/table/count.tsx";
import { useRequestedAct } from "../../../lib/acts.ts";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form.ts";
import { toastError } from "../../../lib/toast.ts";
import { userList, userPanel } from "./list.tsx";
import { Lockdown } from "./lockdown.tsx";
import { refreshUsers, resetRequestOf, useBulk, useMayChange, useUserChanges } from "./use-user-changes.ts";

export function UsersPage() {
  return (
    <StaffFrame title="Users">
      <div className="stack">
        <Counts />
        <Users />
      </div>
    </StaffFrame>
  );
}

function Counts() {
  const counts = trpc.admin.users.counts.useQuery();
  return (
    <CountsCard query={counts} failed={userList.words.failed}>
      {({ total, active, withMfa }) => (
        <>
          <Count label="All accounts" value={total} />
          <Count label="Active" value={active} />
          <Count label="With MFA" value={withMfa} />
        </>
      )}
    </CountsCard>
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
  const onInvited = (link: string, username: string) => setShown({ ...invitationText(username), link });
  const inviteAgain = useInviteAgain(onInvited);
  useRequestedAct("inviteUser", () => setInviting(true));
  useRequestedAct("addUser", () => setAdding(true));
  function actsOf(user: StaffUser): readonly RecordAct[] {
    if (!mayChange(user)) return [];
    const opens = (dialog: Open["dialog"]) =>
      ({ on: "row", onSelect: () => setOpen({ dialog, user }) }) as const;
    const mfaReset = mfaResetOf(user, ownName);
    const status: RecordAct = user.isActive
      ? { name: "Deactivate", ...opens("deactivate"), destructive: true }
      : { name: "Activate", onSelect: () => activate(user), on: "row" };
    if (user.isService) return [status];
    return [
      { name: "Set new password", ...opens("setPassword") },
      ...(mfaReset ? [{ name: MFA_ACTIONS[mfaReset], ...opens(mfaReset) }] : []),
      { name: "Lock down", ...opens("lockdown"), destructive: true },
      status,
      ...(user.invitedAt && user.isActive
        ? [{ name: "Invite again", onSelect: () => inviteAgain(user), on: "panel" } as const]
        : []),
    ];
  }
  return (
    <>
      <ResourceList
        list={userList}
        panel={userPanel}
        rowActions={isSuperAdmin ? actsOf : undefined}
        bulk={isSuperAdmin ? bulk : undefined}
        actions={() =>
          isSuperAdmin && (
            <>
              <Button className="button-tiny" look="quiet" onClick={() => setInviting(true)}>
                {INVITE.title}
              </Button>
              <Button className="button-tiny" onClick={() => setAdding(true)}>
                {ADD.title}
              </Button>
            </>
          )
        }
      />
      <AddRecord
        form={ADD}
        open={adding}
        onClose={() => setAdding(false)}
        send={(client, values) => client.admin.users.create.mutate(values)}
        done={({ username }) => ({ title: `${username} can sign in now` })}
        refresh={refreshUsers}
      />
      <InviteUser open={inviting} onClose={() => setInviting(false)} onInvited={onInvited} />
      <LinkDialog shown={shown} onClose={() => setShown(null)} />
      {open?.dialog === "lockdown" && <Lockdown user={open.user} onClose={close} onDone={setShown} />}
      {open && open.dialog !== "setPassword" && open.dialog !== "lockdown" && (
        <ConfirmChange change={open.dialog} user={open.user} onClose={close} />
      )}
      <NewPassword user={open?.dialog === "setPassword" ? open.user : null} onClose={close} />
    </>
  );
}

const username = text("Username", { autoCapitalize: "none", required: true });
const role = choice("Role", ROLE_NAMES, "admin");

const newPassword = (
  label: string,
  namesOf: (form: FormData) => { readonly username: string; readonly email: string },
) => ({
  ...text(label),
  control: ({ value: _, ...wired }: Wired<string>) => (
    <NewPasswordField
      {...wired}
      required
      min={PASSWORD_MIN}
      hint="8 to 128 characters, and not a common one. Three or four random words make a good password."
      namesOf={namesOf}
    />
  ),
});

const ADD = declareForm({
  title: "Add Admin User",
  description: "Give the password over in person. They choose their own when they first sign in.",
  submit: "Add user",
  sending: "Adding...",
  missing: MISSING_IN_CREATE,
  failed: "Failed to create user",
  pairs: true,
  schema: createInput,
  fields: {
    username,
    email: email("Email"),
    role,
    password: newPassword("Password", (form) => ({
      username: textOf(form, "username"),
      email: textOf(form, "email"),
    })),
  },
});

const INVITE = declareForm({
  title: "Invite user",
  description:
    "They get a link by email and choose their own password. Inviting someone again replaces the link.",
  submit: "Send invitation",
  sending: "Inviting...",
  missing: "Username and email are required",
  failed: "Failed to invite the user",
  pairs: true,
  schema: inviteInput,
  fields: { username, email: email("Email", { required: true }), role },
});

interface InviteUserProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onInvited: (link: string, username: string) => void;
}

/** Invites a person, who chooses the password with the link. */
function InviteUser({ open, onClose, onInvited }: InviteUserProps) {
  const invited = useRef<{ readonly link: string; readonly username: string }>(null);
  /** The link is shown once this dialog is closed: of two open dialogs the first would close the second. */
  function closeAndShow(): void {
    onClose();
    if (invited.current) onInvited(invited.current.link, invited.current.username);
    invited.current = null;
  }
  return (
    <AddRecord
      form={INVITE}
      open={open}
      onClose={closeAndShow}
      send={async (client, values) => {
        invited.current = await client.admin.users.invite.mutate(values);
      }}
      refresh={refreshUsers}
    />
  );
}

function useInviteAgain(onInvited: InviteUserProps["onInvited"]) {
  const utils = trpc.useUtils();
  return async ({ username, email, role }: StaffUser): Promise<void> => {
    try {
      const { link } = await utils.client.admin.users.invite.mutate({ username, email, role });
      onInvited(link, username);
      await refreshUsers(utils);
    } catch (error) {
      toastError(INVITE.failed, error);
    }
  };
}

const invitationText = (username: string) => ({
  title: `${username} is invited`,
  text: "The link is also emailed, if this server sends email. You can hand it over yourself: it is shown only now, works once and for 7 days.",
});

const WORDS = {
  deactivate: {
    title: (username: string) => `Deactivate ${username}`,
    text: "They can no longer sign in. All their sessions, API tokens and emailed links end for good, even if you activate the account again.",
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
  const { id = "", username = "", email = "" } = user ?? {};
  const password = newPassword("New password", () => ({ username, email }));
  return (
    <AddRecord
      form={{
        title: `New password for ${username}`,
        description: "Every session of this account ends at once.",
        submit: "Set password",
        sending: "Saving...",
        missing: "New password is required",
        failed: "Failed to set the password",
        schema: resetPasswordInput.pick({ password: true }),
        fields: {
          password: {
            ...password,
            control: (wired) => (
              <>
                {/* Tells a password manager whose password this is. */}
                <input hidden readOnly autoComplete="username" value={username} />
                {password.control(wired)}
              </>
            ),
          },
        },
      }}
      open={user !== null}
      onClose={onClose}
      send={(client, values) => client.admin.users.resetPassword.mutate({ id, ...values })}
      done={() => ({ title: `${username} has a new password` })}
      refresh={refreshUsers}
    />
  );
}
