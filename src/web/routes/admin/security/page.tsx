import { useRef, useState } from "react";
import { MfaCard } from "../../../kit/account/mfa-card.tsx";
import { PASSKEYS, Passkeys } from "../../../kit/account/passkeys.tsx";
import { PasswordForm } from "../../../kit/account/password-form.tsx";
import { SESSIONS, SessionList, useEndSessions } from "../../../kit/account/sessions.tsx";
import { Button } from "../../../kit/controls/button.tsx";
import { Confirm } from "../../../kit/dialog/confirm.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { useStaffPasskeys } from "../../../kit/staff/use-staff-passkeys.ts";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { TokensCard } from "./tokens-card.tsx";

export function SecurityPage() {
  return (
    <StaffFrame title="Security">
      <div className="security-cards">
        <MfaCard />
        <PasswordCard />
        <PasskeysCard />
        <SessionsCard />
        <TokensCard />
      </div>
    </StaffFrame>
  );
}

/** The user's passkeys. */
const PasskeysCard = () => (
  <Card className="passkeys-card">
    <h2>{PASSKEYS.title}</h2>
    <Passkeys {...useStaffPasskeys()} />
  </Card>
);

/** Changes the signed-in user's password. */
const PasswordCard = () => (
  <Card className="password-card">
    <h2>Password</h2>
    <p className="soft">A new password ends your other sessions.</p>
    <PasswordForm />
  </Card>
);

/** The user's sessions, each with a button that ends it. */
function SessionsCard() {
  const sessions = trpc.admin.session.list.useQuery({});
  const { end, endOthers } = useRevokeSessions();
  const [asked, setAsked] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const others = sessions.data?.some((session) => !session.current);
  const onEnd = async (id: string) => {
    const pressed = document.activeElement;
    await end(id);
    focusFrom(pressed, heading.current);
  };
  return (
    <Card className="sessions-card">
      <div className="card-head">
        <h2 ref={heading} tabIndex={-1}>
          Where you are signed in
        </h2>
        {others && (
          <Button look="quiet" className="button-small" onClick={() => setAsked(true)}>
            {SESSIONS.endOthers}
          </Button>
        )}
      </div>
      <Loaded query={sessions} failed="Your sessions could not be loaded" rows={2}>
        {(list) => <SessionList sessions={list} onEnd={onEnd} />}
      </Loaded>
      <Confirm
        open={asked}
        onClose={() => setAsked(false)}
        title={SESSIONS.endOthers}
        action={SESSIONS.endOthers}
        onConfirm={() => endOthers().finally(() => setAsked(false))}
        focusAfter={() => heading.current}
      >
        {END_OTHERS}
      </Confirm>
    </Card>
  );
}

function useRevokeSessions() {
  const utils = trpc.useUtils();
  return useEndSessions({
    end: trpc.admin.session.end.useMutation().mutateAsync,
    endOthers: trpc.admin.session.endOthers.useMutation().mutateAsync,
    reload: () => utils.admin.session.list.invalidate(),
  });
}

const END_OTHERS = "All your other devices will have to sign in again. End all other sessions?";
