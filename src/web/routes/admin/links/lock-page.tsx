import { ActLinkPage } from "../../../kit/sign-in/link-page.tsx";
import { trpc } from "../../../lib/api.tsx";
import { SIGN_IN_PAGE } from "./content.ts";

/** Locks a staff account with the link of a notice. */
export function LockPage() {
  const { mutateAsync } = trpc.admin.recovery.lock.useMutation();
  return <ActLinkPage words={LOCK} nextHref="/admin/forgot" home={SIGN_IN_PAGE} send={mutateAsync} />;
}

const LOCK = {
  title: "Lock your account",
  text: "All devices are signed out, and passkeys and tokens are removed. No one can sign in until the password is reset by a link to your email address or by a super admin.",
  act: "Lock my account",
  acting: "Locking...",
  done: "Your account is locked",
  doneText: "Ask for a link to choose a new password, and tell a super admin what happened.",
  next: "Choose a new password",
} as const;
