import { useState } from "react";
import { StaffFrame } from "../../blocks/staff/frame.tsx";
import { Button } from "../../ui/button/button.tsx";
import { ADD_PARTNER, SIGN_IN } from "./content.ts";
import { ManagerLogOut } from "./log-out.tsx";
import { Partners } from "./partners.tsx";
import { ManagerSignIn } from "./sign-in.tsx";

export function PartnerManagerPage() {
  const [adding, setAdding] = useState(false);
  return (
    <StaffFrame
      title={SIGN_IN.title}
      signIn={ManagerSignIn}
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
