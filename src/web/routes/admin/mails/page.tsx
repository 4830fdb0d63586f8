import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { Mails } from "./mails.tsx";
import { Status } from "./status.tsx";
import { Suppressions } from "./suppressions.tsx";

export function MailsPage() {
  return (
    <StaffFrame title="Mails">
      <div className="stack">
        <Status />
        <Mails />
        <Suppressions />
      </div>
    </StaffFrame>
  );
}
