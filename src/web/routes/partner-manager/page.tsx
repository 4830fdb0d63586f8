import { useState } from "react";
import { Checking, StaffFrame } from "../../blocks/staff/frame.tsx";
import { SessionFailed } from "../../blocks/staff/notices.tsx";
import { trpc } from "../../lib/api.tsx";
import { Button } from "../../ui/button/button.tsx";
import { ADD_PARTNER, SIGN_IN } from "./content.ts";
import { ManagerLogOut } from "./log-out.tsx";
import { Partners } from "./partners.tsx";
import { ManagerSignIn } from "./sign-in.tsx";

/** Checks for a partner manager's session before the frame loads the one of the staff. */
export function PartnerManagerPage() {
  const session = trpc.partnerManager.session.current.useQuery();
  const [adding, setAdding] = useState(false);
  if (session.isPending) return <Checking />;
  if (session.isError) return <SessionFailed error={session.error} onRetry={session.refetch} />;
  return (
    <StaffFrame
      title={SIGN_IN.title}
      signIn={(why) => <ManagerSignIn why={why} />}
      leave={<ManagerLogOut />}
      actions={
        <Button className="button-small" onClick={() => setAdding(true)}>
          {ADD_PARTNER.title}
        </Button>
      }
    >
      <Partners adding={adding} onAdding={setAdding} />
    </StaffFrame>
  );
}
