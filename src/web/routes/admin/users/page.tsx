import { useState } from "react";
import type { StaffUser } from "../../../../modules/accounts/schema.ts";
import { LinkDialog, type ShownLink } from "../../../blocks/link-dialog/link-dialog.tsx";
import { ResourceList } from "../../../blocks/resource-list/resource-list.tsx";
import type { RowAction } from "../../../blocks/resource-list/row-actions.tsx";
import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { useStaff } from "../../../blocks/staff/use-staff.ts";
import { useRequestedAct } from "../../../lib/acts/use-requested-act.ts";
import { Button } from "../../../ui/button/button.tsx";
import { AddUser } from "./add-user.tsx";
import { ConfirmChange } from "./confirm-change.tsx";
import { ADD_USER, INVITE_USER, invitationText } from "./content.ts";
import { UserCounts } from "./counts.tsx";
import { InviteUser } from "./invite-user.tsx";
import { userList } from "./list.tsx";
import { Lockdown } from "./lockdown.tsx";
import { NewPassword } from "./new-password.tsx";
import { resetRequestOf } from "./reset-request.ts";
import { useBulk } from "./use-bulk.ts";
import { useMayChange, useUserChanges } from "./use-user-changes.ts";
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
