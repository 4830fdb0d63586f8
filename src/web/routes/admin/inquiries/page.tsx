import { HeldBack } from "../../../blocks/inquiries/held-back.tsx";
import { Inquiries } from "../../../blocks/inquiries/inquiries.tsx";
import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { KEEPERS } from "../../../blocks/staff/roles.ts";

export function InquiriesPage() {
  return (
    <StaffFrame title="Inquiries" roles={KEEPERS}>
      <div className="list-stack">
        <Inquiries />
        <HeldBack />
      </div>
    </StaffFrame>
  );
}
