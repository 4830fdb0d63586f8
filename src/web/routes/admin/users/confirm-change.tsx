import type { StaffUser } from "../../../../modules/accounts/schema.ts";
import { CopyCommand } from "../../../blocks/copy-command/copy-command.tsx";
import { Confirm } from "../../../ui/confirm/confirm.tsx";
import { useUserChanges } from "./use-user-changes.ts";

const WORDS = {
  deactivate: {
    title: (username: string) => `Deactivate ${username}`,
    text: "They can no longer sign in. All their sessions, API tokens and mailed links end for good, even if you activate the account again.",
    action: "Deactivate",
    acting: "Deactivating...",
  },
  resetMfa: {
    title: (username: string) => `Reset MFA of ${username}`,
    text: "For someone who lost their phone and their backup codes. Their second step is turned off and every session ends; make sure that the request really comes from them.",
    action: "Reset MFA",
    acting: "Resetting...",
  },
  requestMfaReset: {
    title: (username: string) => `Reset MFA of ${username}`,
    text: "The MFA of a super admin is reset only if another super admin confirms it within 24 hours. All super admins get an email; make sure that the request really comes from this person.",
    action: "Request the reset",
    acting: "Requesting...",
  },
  confirmMfaReset: {
    title: (username: string) => `Confirm the MFA reset of ${username}`,
    text: "Another super admin has asked for it. The second step is turned off, passkeys are removed and every session ends; make sure that the request really comes from this person.",
    action: "Confirm the reset",
    acting: "Resetting...",
  },
} as const;

const PATHS = {
  deactivate: "admin.users.deactivate",
  resetMfa: "admin.users.resetMfa",
  requestMfaReset: "admin.users.resetMfa",
  confirmMfaReset: "admin.users.resetMfa",
} as const;

interface ConfirmChangeProps {
  readonly change: keyof typeof WORDS;
  readonly user: StaffUser;
  readonly onClose: () => void;
}

export function ConfirmChange({ change, user, onClose }: ConfirmChangeProps) {
  const changes = useUserChanges();
  const { title, text, action, acting } = WORDS[change];
  return (
    <Confirm
      open
      onClose={onClose}
      title={title(user.username)}
      action={action}
      acting={acting}
      aside={<CopyCommand path={PATHS[change]} input={{ id: user.id }} />}
      onConfirm={() => changes[change](user).then(onClose)}
    >
      {text}
    </Confirm>
  );
}
