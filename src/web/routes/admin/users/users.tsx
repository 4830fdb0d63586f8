import { useState } from "react";
import type { StaffUser } from "../../../../modules/accounts/schema.ts";
import { useStaff } from "../../../blocks/staff/use-staff.ts";
import { trpc } from "../../../lib/api.tsx";
import { Button } from "../../../ui/button.tsx";
import { Confirm } from "../../../ui/confirm.tsx";
import { ListCard } from "../../../ui/list-card.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Table } from "../../../ui/table.tsx";
import { AddUser } from "./add-user.tsx";
import { userColumns } from "./columns.tsx";
import { ADD_USER, ASK, USER_ACTIONS, USERS } from "./content.ts";
import { NewPassword } from "./new-password.tsx";
import { useUserActs } from "./use-user-acts.ts";

interface Asked {
  readonly what: "deactivate" | "resetMfa" | "setPassword";
  readonly user: StaffUser;
}

/** The staff accounts. Everybody who sees them may read; a super admin changes those of others. */
export function Users() {
  const staff = useStaff();
  const users = trpc.admin.users.list.useQuery();
  const acts = useUserActs();
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const columns = userColumns(staff, { ...acts, ask: (what, user) => setAsked({ what, user }) });
  const add = staff.role === "super_admin" && (
    <Button className="button-tiny" onClick={() => setAdding(true)}>
      {ADD_USER.open}
    </Button>
  );
  return (
    <div className="list-stack">
      <Loaded query={users} failed={USERS.failed}>
        {(all) => (
          <>
            <UserCounts users={all} />
            <ListCard title={USERS.list} actions={add}>
              <Table caption={USERS.caption} columns={columns} rows={all} keyOf={(user) => user.id} />
            </ListCard>
          </>
        )}
      </Loaded>
      <AddUser open={adding} onOpenChange={setAdding} />
      <Ask asked={asked} onClose={close} acts={acts} />
      <NewPassword user={asked?.what === "setPassword" ? asked.user : null} onClose={close} />
    </div>
  );
}

interface AskProps {
  readonly asked: Asked | null;
  readonly onClose: () => void;
  readonly acts: ReturnType<typeof useUserActs>;
}

function Ask({ asked, onClose, acts }: AskProps) {
  if (!asked || asked.what === "setPassword") return null;
  const { what, user } = asked;
  const words = ASK[what];
  return (
    <Confirm
      open
      onClose={onClose}
      title={words.title(user.username)}
      action={USER_ACTIONS[what]}
      acting={words.acting}
      onConfirm={() => acts[what](user).then(onClose)}
    >
      {words.text}
    </Confirm>
  );
}

function UserCounts({ users }: { readonly users: readonly StaffUser[] }) {
  const counts = [
    [USERS.total, users.length],
    [USERS.active, users.filter(({ isActive }) => isActive).length],
    [USERS.withMfa, users.filter(({ mfaEnabled }) => mfaEnabled).length],
  ] as const;
  return (
    <section className="list-card" aria-label={USERS.counts}>
      <ul className="counts" data-few>
        {counts.map(([label, value]) => (
          <li key={label} className="count">
            <p className="count-label">{label}</p>
            <p className="count-value">{value}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
