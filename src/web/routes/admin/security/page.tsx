import { MfaCard } from "../../../blocks/security/mfa-card.tsx";
import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { SECURITY } from "./content.ts";
import { PasskeysCard } from "./passkeys-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { TokensCard } from "./tokens/tokens-card.tsx";

export function SecurityPage() {
  return (
    <StaffFrame title={SECURITY.title}>
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
