import type { StaffUser } from "../../../../modules/accounts/schema.ts";
import { declareList } from "../../../blocks/resource-list/declare-list.ts";
import { ROLE_NAMES } from "../../../blocks/staff/roles.ts";
import { useStaff } from "../../../blocks/staff/use-staff.ts";
import { mailto } from "../../../lib/mailto.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { DateTime, Day, None } from "../../../ui/table/cells.tsx";
import { userParams } from "./list-search-params.ts";
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
      cell: ({ email }) => (email ? <a href={mailto(email)}>{email}</a> : <None text="None" />),
    },
    { head: "Role", cell: (user) => <Role user={user} /> },
    {
      head: "Status",
      cell: ({ isActive }) => (
        <Badge tone={isActive ? "good" : "bad"}>{isActive ? "Active" : "Inactive"}</Badge>
      ),
    },
    {
      head: "MFA",
      cell: ({ mfaEnabled }) => (
        <Badge tone={mfaEnabled ? "good" : "warning"}>{mfaEnabled ? "On" : "Off"}</Badge>
      ),
    },
    {
      head: "Last login",
      cell: ({ lastLoginAt }) => (lastLoginAt ? <DateTime at={lastLoginAt} /> : <None text="Never" />),
    },
    { head: "Created", cell: ({ createdAt }) => <Day at={createdAt} /> },
  ],
});

function Username({ user: { id, username } }: { readonly user: StaffUser }) {
  const { userId } = useStaff();
  return (
    <>
      {username} {id === userId && <Badge tone="info">you</Badge>}
    </>
  );
}

function Role({ user }: { readonly user: StaffUser }) {
  if (useMayChange()(user)) return <RolePick user={user} />;
  return <Badge>{ROLE_NAMES[user.role]}</Badge>;
}
