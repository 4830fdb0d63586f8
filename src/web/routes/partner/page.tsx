import { Navigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { messageOf } from "../../lib/error-message.ts";
import { Button } from "../../ui/button/button.tsx";
import { NoticePage } from "../../ui/page/page.tsx";
import { Checking } from "./checking.tsx";
import { PORTAL } from "./content.ts";
import { Portal } from "./portal.tsx";
import { Reauthenticate } from "./reauthenticate.tsx";
import { PartnerContext, useSession, useSessionWatch } from "./session.ts";
import { SignInAgain } from "./sign-in-again.tsx";

/** The portal, or a redirect to the sign-in that keeps the requested URL. */
export function PartnerPage() {
  const session = useSession();
  const { signIn, reauthentication } = useSessionWatch();
  if (session.data?.who) {
    return (
      <PartnerContext value={session.data.who}>
        <Portal />
        {reauthentication.isOpen && <Reauthenticate onDone={reauthentication.settle} />}
        {signIn.isOpen && <SignInAgain onDone={signIn.settle} />}
      </PartnerContext>
    );
  }
  if (session.data) return <ToSignIn />;
  if (session.isError) return <CheckFailed error={session.error} onRetry={session.refetch} />;
  return <Checking />;
}

function ToSignIn() {
  const router = useRouter();
  // Read once: the URL changes while this is still mounted.
  const [asked] = useState(() => router.state.location.searchStr);
  return <Navigate to="/partner/auth" search={asked === "" ? {} : { to: asked }} replace />;
}

interface CheckFailedProps {
  readonly error: unknown;
  readonly onRetry: () => unknown;
}

/** The session could not be loaded. The partner may still be signed in, so there is no redirect to the sign-in. */
function CheckFailed({ error, onRetry }: CheckFailedProps) {
  return (
    <NoticePage title={PORTAL.checkFailed}>
      <p role="alert">{messageOf(error) ?? PORTAL.checkFailedText}</p>
      <Button onClick={() => void onRetry()}>{PORTAL.retry}</Button>
    </NoticePage>
  );
}
