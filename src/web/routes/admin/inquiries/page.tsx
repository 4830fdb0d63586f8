import { Inquiries } from "../../../blocks/inquiries/inquiries.tsx";
import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { KEEPERS } from "../../../blocks/staff/roles.ts";
import { Quarantine } from "./quarantine.tsx";

export function InquiriesPage() {
  return (
    <StaffFrame title="Inquiries" roles={KEEPERS}>
      <div className="stack">
        <Inquiries />
        <Quarantine />
      </div>
    </StaffFrame>
  );
}
