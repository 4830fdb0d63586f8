import { Inquiries } from "../../../blocks/inquiries/inquiries.tsx";
import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { Quarantine } from "./quarantine.tsx";

export function InquiriesPage() {
  return (
    <StaffFrame title="Inquiries">
      <div className="stack">
        <Inquiries />
        <Quarantine />
      </div>
    </StaffFrame>
  );
}
