import type { StaffUser } from "../../../../modules/accounts/schema.ts";
import { EVERYBODY, ROLE_NAMES, type StaffRole } from "../../../blocks/staff/roles.ts";
import type { Staff } from "../../../blocks/staff/use-staff.ts";
import { formatDateTime, formatDay } from "../../../lib/format-date.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Menu } from "../../../ui/menu/menu.tsx";
import type { Column } from "../../../ui/table/table.tsx";
import { USER_ACTIONS, USERS } from "./content.ts";

interface UserActs {
  readonly setRole: (user: StaffUser, role: StaffRole) => unknown;
  readonly activate: (user: StaffUser) => unknown;
  /** These ask first. */
  readonly ask: (what: "deactivate" | "resetMfa" | "setPassword", user: StaffUser) => void;
}

/** A super admin changes others; everybody else, and everybody on their own row, reads. */
export function userColumns(staff: Staff, acts: UserActs): readonly Column<StaffUser>[] {
  const { columns } = USERS;
  const mayChange = ({ id }: StaffUser) => staff.role === "super_admin" && id !== staff.userId;
  const read: readonly Column<StaffUser>[] = [
    {
      head: columns.username,
      look: "main",
      cell: (user) => <Username user={user} own={user.id === staff.userId} />,
    },
    {
      head: columns.email,
      cell: ({ email }) => (email ? <a href={`mailto:${email}`}>{email}</a> : <None text={USERS.none} />),
    },
    {
      head: columns.role,
      cell: (user) =>
        mayChange(user) ? <RolePick user={user} onPick={acts.setRole} /> : <Role user={user} />,
    },
    {
      head: columns.status,
      cell: ({ isActive }) => (
        <Badge tone={isActive ? "good" : "bad"}>{isActive ? USERS.active : USERS.inactive}</Badge>
      ),
    },
    {
      head: columns.mfa,
      cell: ({ mfaEnabled }) => (
        <Badge tone={mfaEnabled ? "good" : "warning"}>{mfaEnabled ? USERS.mfaOn : USERS.mfaOff}</Badge>
      ),
    },
    {
      head: columns.lastLogin,
      cell: ({ lastLoginAt }) =>
        lastLoginAt ? (
          <Time at={lastLoginAt} text={formatDateTime(lastLoginAt)} />
        ) : (
          <None text={USERS.never} />
        ),
    },
    { head: columns.created, cell: ({ createdAt }) => <Time at={createdAt} text={formatDay(createdAt)} /> },
  ];
  if (staff.role !== "super_admin") return read;
  const actions = (user: StaffUser) => mayChange(user) && <Actions user={user} acts={acts} />;
  return [...read, { head: columns.actions, look: "actions", cell: actions }];
}

const Time = ({ at, text }: { readonly at: Date; readonly text: string }) => (
  <time dateTime={at.toISOString()}>{text}</time>
);

const None = ({ text }: { readonly text: string }) => <span className="table-none">{text}</span>;

function Username({ user, own }: { readonly user: StaffUser; readonly own: boolean }) {
  return (
    <>
      {user.username} {own && <Badge tone="info">{USERS.you}</Badge>}
    </>
  );
}

const Role = ({ user }: { readonly user: StaffUser }) => <Badge>{ROLE_NAMES[user.role]}</Badge>;

interface RolePickProps {
  readonly user: StaffUser;
  readonly onPick: UserActs["setRole"];
}

function RolePick({ user, onPick }: RolePickProps) {
  return (
    <select
      className="cell-pick"
      aria-label={USERS.roleOf(user.username)}
      value={user.role}
      onChange={({ currentTarget: { value } }) => {
        const role = EVERYBODY.find((each) => each === value);
        if (role) void onPick(user, role);
      }}
    >
      {EVERYBODY.map((role) => (
        <option key={role} value={role}>
          {ROLE_NAMES[role]}
        </option>
      ))}
    </select>
  );
}

function Actions({ user, acts }: { readonly user: StaffUser; readonly acts: UserActs }) {
  const status = user.isActive
    ? { name: USER_ACTIONS.deactivate, onSelect: () => acts.ask("deactivate", user), grave: true }
    : { name: USER_ACTIONS.activate, onSelect: () => void acts.activate(user) };
  const reset = { name: USER_ACTIONS.resetMfa, onSelect: () => acts.ask("resetMfa", user) };
  return (
    <Menu
      label={USERS.actionsFor(user.username)}
      items={[
        { name: USER_ACTIONS.setPassword, onSelect: () => acts.ask("setPassword", user) },
        ...(user.mfaEnabled ? [reset] : []),
        status,
      ]}
    />
  );
}
