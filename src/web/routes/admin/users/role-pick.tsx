import { useRef, useState } from "react";
import type { StaffUser } from "../../../../modules/accounts/schema.ts";
import { act } from "../../../blocks/copy-command/acts.ts";
import { CopyCommand } from "../../../blocks/copy-command/copy-command.tsx";
import { ALL_ROLES, ROLE_NAMES, type StaffRole } from "../../../blocks/staff/roles.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Confirm } from "../../../ui/confirm/confirm.tsx";
import { CHANGE_ROLE } from "./content.ts";
import { useUserChanges } from "./use-user-changes.ts";

/** Picks a role for another account. Nothing changes before it is saved and confirmed: an arrow key picks one too. */
export function RolePick({ user }: { readonly user: StaffUser }) {
  const { username, role: saved } = user;
  const { setRole } = useUserChanges();
  const [picked, setPicked] = useState<StaffRole | null>(null);
  const [asks, setAsks] = useState(false);
  const wasPicked = useRef(false);
  const select = useRef<HTMLSelectElement>(null);
  const role = picked ?? saved;
  async function save(): Promise<void> {
    if (await setRole(user, role)) setPicked(null);
    setAsks(false);
  }
  return (
    <div className="table-actions">
      <select
        ref={select}
        className="table-pick"
        aria-label={`Role of ${username}`}
        value={role}
        onChange={({ currentTarget: { value } }) => {
          wasPicked.current = true;
          setPicked(ALL_ROLES.find((each) => each === value) ?? null);
        }}
      >
        {ALL_ROLES.map((each) => (
          <option key={each} value={each}>
            {ROLE_NAMES[each]}
          </option>
        ))}
      </select>
      {role !== saved && (
        <Button
          className="button-tiny"
          aria-label={`${CHANGE_ROLE.save} ${username}'s role`}
          onClick={() => setAsks(true)}
        >
          {CHANGE_ROLE.save}
        </Button>
      )}
      {wasPicked.current && ( // a list has many rows, and few of them ever need the dialog
        <Confirm
          open={asks}
          onClose={() => setAsks(false)}
          title={CHANGE_ROLE.title(username)}
          action={CHANGE_ROLE.action}
          acting={CHANGE_ROLE.acting}
          look="primary"
          aside={<CopyCommand {...act("admin.users.setRole", { id: user.id, role })} />}
          onConfirm={save}
          focusAfter={() => select.current}
        >
          {CHANGE_ROLE.text(ROLE_NAMES[saved], ROLE_NAMES[role])}
        </Confirm>
      )}
    </div>
  );
}
