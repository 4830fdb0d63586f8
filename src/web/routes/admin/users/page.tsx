import { useState } from "react";
import type { StaffUser } from "../../../../modules/accounts/schema.ts";
import { ResourceList } from "../../../blocks/resource-list/resource-list.tsx";
import type { RowAction } from "../../../blocks/resource-list/row-actions.tsx";
import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { useStaff } from "../../../blocks/staff/use-staff.ts";
import { Button } from "../../../ui/button/button.tsx";
import { AddUser } from "./add-user.tsx";
import { ConfirmChange } from "./confirm-change.tsx";
import { ADD_USER } from "./content.ts";
import { UserCounts } from "./counts.tsx";
import { userList } from "./list.tsx";
import { NewPassword } from "./new-password.tsx";
import { useMayChange, useUserChanges } from "./use-user-changes.ts";

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
  readonly dialog: "deactivate" | "resetMfa" | "setPassword";
  readonly user: StaffUser;
}

/** Every admin reads the list; a super admin changes the accounts of others. */
function Users() {
  const isSuperAdmin = useStaff().role === "super_admin";
  const mayChange = useMayChange();
  const { activate } = useUserChanges();
  const [adding, setAdding] = useState(false);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  function actionsOf(user: StaffUser): readonly RowAction[] {
    if (!mayChange(user)) return [];
    const opens = (dialog: Open["dialog"]) => () => setOpen({ dialog, user });
    return [
      { name: "Set new password", onSelect: opens("setPassword") },
      ...(user.mfaEnabled ? [{ name: "Reset MFA", onSelect: opens("resetMfa") }] : []),
      user.isActive
        ? { name: "Deactivate", onSelect: opens("deactivate"), grave: true }
        : { name: "Activate", onSelect: () => void activate(user) },
    ];
  }
  return (
    <>
      <ResourceList
        list={userList}
        actions={() =>
          isSuperAdmin && (
            <Button className="button-tiny" onClick={() => setAdding(true)}>
              {ADD_USER.title}
            </Button>
          )
        }
        rowActions={isSuperAdmin ? actionsOf : undefined}
      />
      <AddUser open={adding} onClose={() => setAdding(false)} />
      {open && open.dialog !== "setPassword" && (
        <ConfirmChange change={open.dialog} user={open.user} onClose={close} />
      )}
      <NewPassword user={open?.dialog === "setPassword" ? open.user : null} onClose={close} />
    </>
  );
}
