import { useRef, useState } from "react";
import type { StaffUser } from "../../../../modules/accounts/schema.ts";
import { formatDateTime } from "../../../../shared/format.ts";
import { AccountSessions } from "../../../kit/account/sessions.tsx";
import { Button } from "../../../kit/controls/button.tsx";
import { Confirm } from "../../../kit/dialog/confirm.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { declareList, type Panel } from "../../../kit/records/declare-list.ts";
import { userParams } from "../../../kit/records/lists.ts";
import { OpenRecord } from "../../../kit/records/open-record.tsx";
import { ALL_ROLES, ROLE_NAMES, type StaffRole } from "../../../kit/staff/roles.ts";
import { useStaff } from "../../../kit/staff/use-staff.ts";
import { DateTime, Day, None } from "../../../kit/table/cells.tsx";
import { MailLink } from "../../../kit/text/address-links.tsx";
import { trpc } from "../../../lib/api.tsx";

import { resetRequestOf, useMayChange, useUserChanges } from "./use-user-changes.ts";

/** The staff accounts, newest first. */
export const userList = declareList({
  params: userParams,
  wraps: true,
  query: (utils, input) => utils.admin.users.list.queryOptions(input),
  words: {
    title: "Staff accounts",
    isScreen: true,
    pages: "Pages of the accounts",
    failed: "The accounts could not be loaded",
    empty: "No accounts yet",
    emptyText: "Add the first one here.",
    noMatch: "No one matches",
  },
  nameOf: ({ username }) => username,
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
      cell: (user) => (user.isService ? <None text="None" /> : <Mfa user={user} />),
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

function Username({ user: { id, username, isService } }: { readonly user: StaffUser }) {
  const { userId } = useStaff();
  return (
    <span className="table-marked">
      <OpenRecord screen="/admin/users" id={id} name={username} />{" "}
      {id === userId && <Badge tone="info">you</Badge>}
      {isService && <Badge>service account</Badge>}
    </span>
  );
}

function Role({ user }: { readonly user: StaffUser }) {
  if (useMayChange()(user) && !user.isService) return <RolePick user={user} />;
  return <Badge>{ROLE_NAMES[user.role]}</Badge>;
}

/** Picks a role for another account. Nothing changes before it is saved and confirmed: an arrow key picks one too. */
function RolePick({ user }: { readonly user: StaffUser }) {
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
        <Button className="button-tiny" aria-label={`Save ${username}'s role`} onClick={() => setAsks(true)}>
          Save
        </Button>
      )}
      {wasPicked.current && ( // a list has many rows, and few of them ever need the dialog
        <Confirm
          open={asks}
          onClose={() => setAsks(false)}
          title={`Change ${username}'s role`}
          action="Change role"
          acting="Changing..."
          look="primary"
          onConfirm={save}
          focusAfter={() => select.current}
        >
          {`From ${ROLE_NAMES[saved]} to ${ROLE_NAMES[role]}. Every session of this account ends at once.`}
        </Confirm>
      )}
    </div>
  );
}

/** One staff account: its facts and where it is signed in. */
export const userPanel: Panel<StaffUser> = {
  noun: "account",
  query: (utils, id) => utils.admin.users.get.queryOptions({ id }),
  nameOf: ({ username }) => username,
  facts: (user) => factsOf(user),
  more: (user) => <Sessions user={user} />,
};

function Sessions({ user }: { readonly user: StaffUser }) {
  const mayChange = useMayChange()(user) && !user.isService;
  const { id } = user;
  const input = { account: id };
  const sessions = trpc.admin.session.list.useQuery(input, { staleTime: 0, enabled: mayChange });
  const end = trpc.admin.session.end.useMutation();
  const utils = trpc.useUtils();
  if (!mayChange) return null;
  return (
    <AccountSessions
      query={sessions}
      end={(session) => end.mutateAsync({ ...session, account: id })}
      reload={() => utils.admin.session.list.invalidate(input)}
    />
  );
}

const factsOf = (user: StaffUser) => {
  const time = (at: Date | null) => at && formatDateTime(at);
  if (user.isService)
    return [
      ["Kind", "Service account: it belongs to no person, and has API tokens only"],
      ["Role", ROLE_NAMES[user.role]],
      ["Status", user.isActive ? "Active" : "Inactive"],
      ["Created", time(user.createdAt)],
    ] as const;
  return [
    ["Email", user.email && <MailLink key="email" address={user.email} />],
    ["Role", ROLE_NAMES[user.role]],
    ["Status", user.isActive ? "Active" : "Inactive"],
    ["MFA", user.mfaEnabled ? "On" : "Off"],
    ["Last login", time(user.lastLoginAt) ?? "Never"],
    ["Invited", time(user.invitedAt)],
    ["Locked", time(user.lockedAt)],
    ["Created", time(user.createdAt)],
  ] as const;
};
