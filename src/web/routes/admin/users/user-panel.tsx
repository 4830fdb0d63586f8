import type { StaffUser } from "../../../../modules/accounts/schema.ts";
import { formatDateTime } from "../../../../shared/format.ts";
import { AccountSessions } from "../../../kit/account/sessions.tsx";
import { Button } from "../../../kit/page/button.tsx";
import { Facts } from "../../../kit/page/facts.tsx";
import { MailLink } from "../../../kit/page/mail-link.tsx";
import { RecordPanel } from "../../../kit/records/record-panel.tsx";
import { ROLE_NAMES } from "../../../kit/staff/roles.ts";
import { trpc } from "../../../lib/api.tsx";
import { toastError } from "../../../lib/toast.ts";
import { INVITE_USER } from "./content.ts";
import { useMayChange, useRefreshUsers } from "./use-user-changes.ts";

interface UserPanelProps {
  readonly id: string;
  readonly onInvited: (link: string, username: string) => void;
}

/** One staff account: its facts and where it is signed in. */
export function UserPanel({ id, onInvited }: UserPanelProps) {
  const user = trpc.admin.users.get.useQuery({ id }, { staleTime: 0 });
  const mayChange = useMayChange();
  const inviteAgain = useInviteAgain(onInvited);
  return (
    <RecordPanel
      id={id}
      noun="account"
      query={user}
      nameOf={({ username }) => username}
      actions={(data) =>
        data.invitedAt && data.isActive && mayChange(data) ? (
          <Button look="quiet" className="button-tiny" onClick={() => void inviteAgain(data)}>
            Invite again
          </Button>
        ) : null
      }
    >
      {(data) => (
        <>
          <Facts facts={factsOf(data)} />
          {mayChange(data) && <Sessions id={id} />}
        </>
      )}
    </RecordPanel>
  );
}

function Sessions({ id }: { readonly id: string }) {
  const input = { account: id };
  const sessions = trpc.admin.session.list.useQuery(input, { staleTime: 0 });
  const end = trpc.admin.session.end.useMutation();
  const utils = trpc.useUtils();
  return (
    <AccountSessions
      query={sessions}
      end={(session) => end.mutateAsync({ ...session, account: id })}
      reload={() => utils.admin.session.list.invalidate(input)}
    />
  );
}

function useInviteAgain(onInvited: UserPanelProps["onInvited"]) {
  const invite = trpc.admin.users.invite.useMutation();
  const refresh = useRefreshUsers();
  return async ({ username, email, role }: StaffUser): Promise<void> => {
    try {
      const { link } = await invite.mutateAsync({ username, email, role });
      invite.reset(); // else it keeps the link
      onInvited(link, username);
      await refresh();
    } catch (error) {
      toastError(INVITE_USER.failed, error);
    }
  };
}

const factsOf = (user: StaffUser) => {
  const time = (at: Date | null) => at && formatDateTime(at);
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
