import { PASSKEYS } from "../../../blocks/passkeys/content.ts";
import { Passkeys } from "../../../blocks/passkeys/passkeys.tsx";
import { useStaffPasskeys } from "../../../blocks/staff/use-staff-passkeys.ts";
import { Card } from "../../../ui/card/card.tsx";

/** The user's passkeys. */
export const PasskeysCard = () => (
  <Card className="passkeys-card">
    <h2>{PASSKEYS.title}</h2>
    <Passkeys {...useStaffPasskeys()} />
  </Card>
);
