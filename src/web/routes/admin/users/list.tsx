import type { StaffUser } from "../../../../modules/accounts/schema.ts";
import { OpenRecord } from "../../../blocks/record-panel/open-record.tsx";
import { declareList } from "../../../blocks/resource-list/declare-list.ts";
import { ROLE_NAMES } from "../../../blocks/staff/roles.ts";
import { useStaff } from "../../../blocks/staff/use-staff.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { MailLink } from "../../../ui/mail-link/mail-link.tsx";
import { DateTime, Day, None } from "../../../ui/table/cells.tsx";
import { userParams } from "./list-search-params.ts";
import { resetRequestOf } from "./reset-request.ts";
import { RolePick } from "./role-pick.tsx";
import { useMayChange } from "./use-user-changes.ts";

/** The staff accounts, newest first. */
export const userList = declareList({
  params: userParams,
  pageSize: 25,
  query: (utils, input) => utils.admin.users.list.queryOptions(input),
  words: {
    title: "Staff accounts",
    caption: "Staff accounts",
    pages: "Pages of the accounts",
    failed: "The accounts could not be loaded",
    empty: "No accounts yet",
    emptyText: "Add the first one here.",
    noMatch: "No one matches",
  },
  rowActions: { look: "menu", nameOf: ({ username }) => username },
  columns: [
    { head: "Username", look: "main", cell: (user) => <Username user={user} /> },
    {
      head: "Email",
      cell: ({ email }) => (email ? <MailLink address={email} /> : <None text="None" />),
    },
    { head: "Role", cell: (user) => <Role user={user} /> },
    {
      head: "Status",
      brief: true,
      cell: (user) => <Status user={user} />,
    },
    {
      head: "MFA",
      cell: (user) => <Mfa user={user} />,
    },
    {
      head: "Last login",
      cell: ({ lastLoginAt }) => (lastLoginAt ? <DateTime at={lastLoginAt} /> : <None text="Never" />),
    },
    { head: "Created", cell: ({ createdAt }) => <Day at={createdAt} /> },
  ],
});

function Status({ user: { isActive, invitedAt, lockedAt } }: { readonly user: StaffUser }) {
  if (!isActive) return <Badge tone="bad">Inactive</Badge>;
  if (lockedAt) return <Badge tone="bad">Locked</Badge>;
  return invitedAt ? <Badge tone="info">Invited</Badge> : <Badge tone="good">Active</Badge>;
}

function Mfa({ user }: { readonly user: StaffUser }) {
  const request = resetRequestOf(user);
  return (
    <>
      <Badge tone={user.mfaEnabled ? "good" : "warning"}>{user.mfaEnabled ? "On" : "Off"}</Badge>
      {request && (
        <p className="soft">
          {request.by} asked for a reset. Another super admin can confirm it until{" "}
          <DateTime at={request.until} />.
        </p>
      )}
    </>
  );
}

function Username({ user: { id, username } }: { readonly user: StaffUser }) {
  const { userId } = useStaff();
  return (
    <>
      <OpenRecord screen="/admin/users" id={id} name={username} />{" "}
      {id === userId && <Badge tone="info">you</Badge>}
    </>
  );
}

function Role({ user }: { readonly user: StaffUser }) {
  if (useMayChange()(user)) return <RolePick user={user} />;
  return <Badge>{ROLE_NAMES[user.role]}</Badge>;
}
