import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { KEEPERS } from "../../../blocks/staff/roles.ts";
import { Inquiries } from "./inquiries.tsx";
import { Quarantine } from "./quarantine.tsx";

export function InquiriesPage() {
  return (
    <StaffFrame title="Inquiries" roles={KEEPERS}>
      <div className="list-stack">
        <Inquiries />
        <Quarantine />
      </div>
    </StaffFrame>
  );
}
