import { CONFIRM, LOCK, PORTAL_LINK, RESET, SUPPLIER, UNDO } from "../../../copy/en/links.ts";
import { PASSWORD_MIN, resetInput } from "../../../modules/partners/schema.ts";
import { ActLinkPage } from "../../kit/sign-in/link-page.tsx";
import { NewPasswordPage } from "../../kit/sign-in/new-password-form.tsx";
import { trpc } from "../../lib/api.tsx";

/** Confirms an address, of a new account or after a change. */
export function ConfirmPage() {
  const { mutateAsync } = trpc.partner.email.confirm.useMutation();
  return <ActLinkPage words={CONFIRM} nextHref="/partner" home={PORTAL_LINK} send={mutateAsync} />;
}

/** Restores the address that an account had before a change. */
export function UndoPage() {
  const { mutateAsync } = trpc.partner.email.undo.useMutation();
  return <ActLinkPage words={UNDO} nextHref="/partner/auth" home={PORTAL_LINK} send={mutateAsync} />;
}

/** Confirms where the meat of a place comes from. */
export function SupplierPage() {
  const { mutateAsync } = trpc.partner.suppliers.confirm.useMutation();
  return <ActLinkPage words={SUPPLIER} nextHref="/partner" home={PORTAL_LINK} send={mutateAsync} />;
}

/** Locks a partner account with the link of a notice. */
export function LockPage() {
  const { mutateAsync } = trpc.partner.password.lock.useMutation();
  return <ActLinkPage words={LOCK} nextHref={FORGOT} home={PORTAL_LINK} send={mutateAsync} />;
}

/** Replaces a forgotten password. */
export function ResetPage() {
  const reset = trpc.partner.password.reset.useMutation();
  return (
    <NewPasswordPage
      words={RESET}
      password={resetInput.shape.newPassword}
      min={PASSWORD_MIN}
      send={(token, newPassword) => reset.mutateAsync({ token, newPassword })}
      signIn={{ href: "/partner/auth", label: RESET.signIn }}
      another={{ href: FORGOT, label: RESET.newLink }}
    />
  );
}

const FORGOT = "/partner/auth?tab=forgot";
