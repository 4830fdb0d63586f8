import { useState } from "react";
import type { StaffUser } from "../../../../modules/accounts/schema.ts";
import { useStaff } from "../../../blocks/staff/use-staff.ts";
import { trpc } from "../../../lib/api.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Confirm } from "../../../ui/confirm/confirm.tsx";
import { Count, Counts } from "../../../ui/count/count.tsx";
import { Loaded } from "../../../ui/loaded/loaded.tsx";
import { AddUser } from "./add-user.tsx";
import { userColumns } from "./columns.tsx";
import { ADD_USER, ASK, USER_ACTIONS, USERS } from "./content.ts";
import { NewPassword } from "./new-password.tsx";
import { useUserActs } from "./use-user-actions.ts";
import { UserList } from "./user-list.tsx";

interface Asked {
  readonly what: "deactivate" | "resetMfa" | "setPassword";
  readonly user: StaffUser;
}

/** The staff accounts. Everybody who sees them may read; a super admin changes those of others. */
export function Users() {
  const staff = useStaff();
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
      <UserCounts />
      <UserList columns={columns} actions={add} />
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

function UserCounts() {
  const counts = trpc.admin.users.counts.useQuery();
  return (
    <section className="list-card" aria-label={USERS.counts}>
      <Loaded query={counts} failed={USERS.failed} rows={2}>
        {({ total, active, withMfa }) => (
          <Counts few>
            <Count label={USERS.total} value={total} />
            <Count label={USERS.active} value={active} />
            <Count label={USERS.withMfa} value={withMfa} />
          </Counts>
        )}
      </Loaded>
    </section>
  );
}
