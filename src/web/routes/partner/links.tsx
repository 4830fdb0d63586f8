import { CONFIRM, LOCK, PORTAL_LINK, RESET, UNDO } from "../../../copy/en/links.ts";
import { PASSWORD_MIN, resetInput } from "../../../modules/partners/schema.ts";
import { LinkPage, PressToUse } from "../../kit/sign-in/link-page.tsx";
import { NewPasswordForm } from "../../kit/sign-in/new-password-form.tsx";
import { trpc } from "../../lib/api.tsx";

/** Confirms an address, of a new account or after a change. */
export function ConfirmPage() {
  const { mutateAsync } = trpc.partner.email.confirm.useMutation();
  const { title, done, doneText, next, ...words } = CONFIRM;
  return (
    <LinkPage title={title} done={{ title: done, text: doneText, next, href: "/partner" }}>
      {(link) => <PressToUse {...words} home={PORTAL_LINK} link={link} send={mutateAsync} />}
    </LinkPage>
  );
}

/** Restores the address that an account had before a change. */
export function UndoPage() {
  const { mutateAsync } = trpc.partner.email.undo.useMutation();
  const { title, done, doneText, next, ...words } = UNDO;
  return (
    <LinkPage title={title} done={{ title: done, text: doneText, next, href: "/partner/auth" }}>
      {(link) => <PressToUse {...words} home={PORTAL_LINK} link={link} send={mutateAsync} />}
    </LinkPage>
  );
}

/** Locks a partner account with the link of a notice. */
export function LockPage() {
  const { mutateAsync } = trpc.partner.password.lock.useMutation();
  const { title, done, doneText, next, ...words } = LOCK;
  return (
    <LinkPage title={title} done={{ title: done, text: doneText, next, href: "/partner/auth?tab=forgot" }}>
      {(link) => <PressToUse {...words} home={PORTAL_LINK} link={link} send={mutateAsync} />}
    </LinkPage>
  );
}

/** Replaces a forgotten password. */
export function ResetPage() {
  const reset = trpc.partner.password.reset.useMutation();
  const done = { title: RESET.done, text: RESET.doneText, next: RESET.signIn, href: "/partner/auth" };
  return (
    <LinkPage title={RESET.title} done={done}>
      {({ token, onDone }) => (
        <NewPasswordForm
          words={RESET}
          password={resetInput.shape.newPassword}
          min={PASSWORD_MIN}
          send={(newPassword) => reset.mutateAsync({ token: token.current, newPassword })}
          onDone={onDone}
          another={{ href: "/partner/auth?tab=forgot", label: RESET.newLink }}
        />
      )}
    </LinkPage>
  );
}
